/** A client as a program or a page sends it: texts that may be null, and problems by field. */
import { z } from 'zod'
import { type ClientFields, clientFieldsSchema } from '../domain/client/changes.ts'
import { ofAddress } from '../domain/client/fields.ts'

/** A text, or null for an empty one. */
export const textOrNull = (max: number) =>
  z
    .string()
    .max(max)
    .nullable()
    .transform((value) => value ?? '')

/** Parts that are left out are empty. */
export const addressRequest = z.object({
  ...ofAddress(({ most = 0, longest = most }) => textOrNull(longest).default('')),
  number: z.union([textOrNull(20), z.number().int().transform(String)]).default(''),
})

/**
 * Returns the client's fields for a transform. If there are problems, it reports each below `path` and returns null.
 */
export function clientOfRequest(
  given: z.input<typeof clientFieldsSchema>,
  context: z.RefinementCtx,
  path: readonly string[] = [],
): ClientFields | null {
  const parsed = clientFieldsSchema.safeParse(given)
  if (parsed.success) return parsed.data
  for (const { path: field, message } of parsed.error.issues)
    context.issues.push({ code: 'custom', input: given, message, path: [...path, ...field] })
  return null
}
