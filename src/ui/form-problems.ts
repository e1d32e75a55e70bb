/** What a schema does not take, as one sentence for each field. */
import type { z } from 'zod'

/** Returns the first sentence of each field by its path ('address.cep'); empty where the values fit. */
export function problemsOf(schema: z.ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return {}
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.')] ??= message
  return problems
}
