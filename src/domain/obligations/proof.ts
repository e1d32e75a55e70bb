/** By what a limit of the law counts as kept: docs/rules.md#obligations */
import type { z } from 'zod'
import type { Lead } from '../lead/lead.ts'
import { formatDay } from '../time/sao-paulo.ts'
import type { OBLIGATION_FIELDS, PROOF_NAMES } from './fields.ts'

export type ObligationOutcome = NonNullable<z.output<typeof OBLIGATION_FIELDS.outcome.stored>>
export type TypedProof = (typeof PROOF_NAMES)[number]

export const PROOFS = { file: 'PDF do lead', message: 'Mensagem ou e-mail', note: 'Outra prova' } as const

export const LONGEST_PROOF = 300

export interface Proof {
  readonly proof_kind: TypedProof
  readonly proof: string
}

/** How one was kept by a person, and on which day. */
export interface KeptProof extends Proof {
  readonly day: string
}

/** Returns 'PDF do lead' or 'Outra prova: entregue a Ana'. */
export const proofWords = ({ proof_kind, proof }: Proof): string =>
  proof_kind === 'file' ? PROOFS.file : `${PROOFS[proof_kind]}: ${proof}`

/** The note of a limit that another document begins on the day of one that was kept. */
export const anotherDocumentWords = (kept: KeptProof): string =>
  `Outro documento do mesmo dia. O anterior foi entregue em ${formatDay(kept.day)} (${proofWords(kept)}).`

/** Returns what is wrong with the proof, or null. A file is the lead's own PDF, any other proof is told in words. */
export function proofProblem(
  { file_path }: Pick<Lead, 'file_path'>,
  { proof_kind, proof }: Proof,
): string | null {
  if (proof_kind === 'file')
    return file_path === null ? 'Este lead não tem PDF: anexe-o antes, ou diga outra prova.' : null
  return proof.trim() === '' ? 'Diga qual é a prova: quem recebeu, como e quando.' : null
}
