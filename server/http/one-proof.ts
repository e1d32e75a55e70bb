/** Calls that take one of several proofs: docs/rules.md#second-factor */
import { HttpError } from '../wire/errors.ts'

/**
 * Throws HttpError 400 unless exactly one of the proofs is given. The rule is here and not in the schema: none of the
 * fields is wrong by itself, so the refusal names none.
 */
export function demandOneProof(proofs: readonly unknown[], sentence: string): void {
  if (proofs.filter((proof) => proof !== undefined).length !== 1) throw new HttpError(400, 'rule', sentence)
}
