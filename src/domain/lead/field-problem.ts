/**
 * A field and the sentence beside it. Fields are named as in the lead, 'product_details.year', 'client.mail',
 * 'inviter_phone'.
 */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** Returns the wire's `errors`: the sentences of each field. */
export function problemsByField(problems: readonly FieldProblem[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { field, message } of problems) errors[field] = [...(errors[field] ?? []), message]
  return errors
}

/** Returns the problem if the condition holds, else nothing. */
export const problemWhen = (wrong: boolean, field: string, message: string): readonly FieldProblem[] =>
  wrong ? [{ field, message }] : []
