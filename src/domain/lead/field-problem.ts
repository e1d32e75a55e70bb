/** A field and the sentence that stands beside it. Lead fields by name, 'product_details.year', 'client.mail', 'inviter_phone'. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** The wire's `errors`: the sentences of each field. */
export function problemsByField(problems: readonly FieldProblem[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const { field, message } of problems) errors[field] = [...(errors[field] ?? []), message]
  return errors
}

/** The problem where the condition holds. */
export const problemWhen = (wrong: boolean, field: string, message: string): readonly FieldProblem[] =>
  wrong ? [{ field, message }] : []
