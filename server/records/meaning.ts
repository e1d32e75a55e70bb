/** What a field means, with examples of its values. */

export type Example = string | number | boolean | null

/** Where a name means something else: in a filter, or where its value has this type. */
export type Use = 'asked' | 'array' | 'object' | 'integer' | 'string'

export interface Meaning {
  /** null: the field's name says it (src/contract/field-lines.ts). */
  readonly text: string | null
  /** The first one that fits the field's schema is shown. */
  readonly examples: readonly Example[]
  readonly uses?: Readonly<Partial<Record<Use, Meaning>>>
}
/** By the field's name, or by the end of its path: 'id', 'channel.id'. */
export type Meanings = Readonly<Record<string, Meaning>>

/** Values of a list, of yes or no, of a date and the like are examples by themselves. */
export const says = (text: string, ...examples: readonly Example[]): Meaning => ({ text, examples })
/** The name of the field is all that there is to say. */
export const named = (...examples: readonly Example[]): Meaning => ({ text: null, examples })
/** `meaning`, except in these uses. */
export const except = (meaning: Meaning, uses: Meaning['uses']): Meaning =>
  uses === undefined ? meaning : { ...meaning, uses }
export const counts = (text: string, example = 12): Meaning => says(text, example)
/** 0 to 100. */
export const percents = (text: string): Meaning =>
  says(`${text}, de 0 a 100. null: não há de que calcular.`, 42.5)
/** Working time. */
export const lasts = (text: string): Meaning =>
  says(`${text}, em segundos de tempo útil. null: não há de que calcular.`, 5400)
/** Names by what is said of them. */
export const byReason = (
  reasons: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(Map.groupBy(Object.keys(reasons), (name) => reasons[name] ?? ''))
/** Whether it was in time. */
export const onTime = (text: string): Meaning => says(`${text}: 1 sim, 0 não, null ainda não se sabe.`, 1)
/** An instant, ISO 8601. */
export const happens = (text: string): Meaning =>
  says(text, '2026-10-05T17:30:00.000Z', '2026-10-05T14:30:00-03:00')
/** A day of São Paulo. */
export const dates = (text: string): Meaning => says(text, '2026-10-05')
