/** The window's side of the worker that reads the PDF of a policy. */
import { wrap } from 'comlink'
import type { PolicyOutcome } from '../domain/policy/outcome.ts'

export interface PolicyFileApi {
  /** `today` is a day YYYY-MM-DD: it decides years of two digits. */
  readonly read: (file: Blob, today: string) => Promise<PolicyOutcome>
}

/** A hostile PDF may keep a processor busy for ever. */
const PATIENCE_MS = 30_000

/** Returns the values that a PDF contains. Each file gets its own worker and does not leave the device. */
export function readPolicyFile(file: Blob, today: string): Promise<PolicyOutcome> {
  const worker = new Worker(new URL('./policy-file.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<PolicyOutcome>((resolve) => {
    const end = (outcome: PolicyOutcome) => {
      clearTimeout(patience)
      worker.terminate()
      resolve(outcome)
    }
    const fail = () => end({ kind: 'failed' })
    const patience = setTimeout(fail, PATIENCE_MS)
    // The worker's code did not come.
    worker.addEventListener('error', fail)
    wrap<PolicyFileApi>(worker)
      .read(file, today)
      .then(end, (error: unknown) => {
        reportError(error)
        fail()
      })
  })
}
