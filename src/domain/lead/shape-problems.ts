/** Values that a command can't carry: too long, or of another type. No input mask has checked imported values. */
import type { z } from 'zod'
import { type ClientFields, clientFieldsSchema } from '../client/changes.ts'
import { type LeadFields, leadFieldsSchema } from './changes.ts'
import type { FieldProblem } from './field-problem.ts'

const UNFIT = 'Valor inválido'

function sentence(issue: z.core.$ZodIssue): string {
  return issue.code === 'too_big' && issue.origin === 'string'
    ? `Longo demais: no máximo ${issue.maximum} caracteres`
    : UNFIT
}

function problemsOf(schema: z.ZodType, value: unknown, prefix: string): readonly FieldProblem[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).map((issue) => ({
    field: `${prefix}${issue.path.join('.')}`,
    message: sentence(issue),
  }))
}

/** Returns the problems by the form's field names. Empty: a command accepts the values. */
export const shapeProblems = (lead: LeadFields, client: ClientFields): readonly FieldProblem[] => [
  ...problemsOf(leadFieldsSchema, lead, ''),
  ...problemsOf(clientFieldsSchema, client, 'client.'),
]
