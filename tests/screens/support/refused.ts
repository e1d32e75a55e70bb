/** A refusal of the scripted peer, in the shape of the server's errors. */
import type { ErrorCode } from '../../../src/contract/errors.ts'

export interface Refusal {
  readonly status: number
  readonly code?: ErrorCode
  readonly message?: string
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** With `conflict` of a creation: the row that its key has made. */
  readonly made?: string
}

export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}
