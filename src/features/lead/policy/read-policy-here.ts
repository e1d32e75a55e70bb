/** Reads a PDF for a form that offers nothing of it, as one that is read-only. */
import type { PolicyOutcome } from '../../../domain/policy/outcome.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { readPolicyFile } from '../../../workers/policy-file-bridge.ts'

export const readPolicyHere = (file: File): Promise<PolicyOutcome> =>
  readPolicyFile(file, saoPauloDay(Date.now()))
