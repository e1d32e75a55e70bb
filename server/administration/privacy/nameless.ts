/**
 * A request or an incident as the audit keeps it: that a typed text was set or changed, and never the text. It may name a
 * person, and the audit outlives the erasure of a client. docs/rules.md#audit
 */

type Row = Readonly<Record<string, unknown>>

const SET = '(preenchido)'
const CHANGED = '(alterado)'

const textOf = (row: Row | null, field: string) => row?.[field] ?? ''

/** Returns both rows with placeholders in place of the texts. null: there was no row, or is none. */
export function nameless(
  { before, after }: { readonly before: Row | null; readonly after: Row | null },
  texts: readonly string[],
): { before: Row | null; after: Row | null } {
  const redacted = (row: Row | null, placeholder: (field: string) => string) =>
    row && {
      ...row,
      ...Object.fromEntries(
        texts.map((field) => [field, textOf(row, field) === '' ? '' : placeholder(field)]),
      ),
    }
  const isChanged = (field: string) =>
    before !== null && after !== null && textOf(before, field) !== textOf(after, field)
  return {
    before: redacted(before, () => SET),
    after: redacted(after, (field) => (isChanged(field) && textOf(before, field) !== '' ? CHANGED : SET)),
  }
}
