/** The words of a record's fields in its form. */
import { type Parts, partsOf } from './parts.ts'

export type AskedWords<Fields> = Readonly<
  Record<keyof Parts<Fields, 'label'> | keyof Parts<Fields, 'asked'>, string>
>

/** Returns the word of each field: `asked`, else `label`. */
export function askedWords<const Fields extends Readonly<Record<string, object>>>(
  fields: Fields,
): AskedWords<Fields>
export function askedWords(fields: Readonly<Record<string, object>>): Readonly<Record<string, unknown>> {
  return { ...partsOf(fields, 'label'), ...partsOf(fields, 'asked') }
}
