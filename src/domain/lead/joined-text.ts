/** Two users' texts in one field, each under who wrote it and when: docs/rules.md#both-texts. Pure. */
import { formatDateTime } from '../time/sao-paulo.ts'

/** Free texts, which can hold two entries, one below the other. */
export const FREE_TEXTS = ['additional_information', 'product_details.details'] as const
export type FreeText = (typeof FREE_TEXTS)[number]

export const isFreeText = (field: string): field is FreeText => FREE_TEXTS.some((text) => text === field)

export interface Writing {
  readonly text: string
  /** null: unknown. */
  readonly who: string | null
  /** ISO 8601. null: unknown. */
  readonly at: string | null
}

/**
 * Returns what `text` adds to `before`, or null unless it continues it after a space or a line break: a continued word
 * belongs to both.
 */
function addedTo(before: string, text: string): string | null {
  if (before === '') return text.trim()
  const rest = text.slice(before.length)
  return text.startsWith(before) && /^\s+\S/.test(rest) ? rest.trim() : null
}

const heading = ({ who, at }: Writing) =>
  `[${[who ?? 'Outra pessoa', at === null ? null : formatDateTime(at)].filter((part) => part !== null).join(', ')}]`

/** Returns the text below who wrote it and when. */
export const underHeading = (writing: Writing): string => `${heading(writing)}\n${writing.text}`

/**
 * Returns both texts, the earlier first. `before` is the text that both began with: if both only continue it, it
 * appears once, above them.
 */
export function joinedText(before: string, mine: Writing, theirs: Writing): string {
  const base = before.trim()
  const added = [addedTo(base, mine.text), addedTo(base, theirs.text)]
  const [own, other] = added
  const isContinued = own !== null && own !== undefined && other !== null && other !== undefined
  const entries = [
    { ...theirs, text: isContinued ? other : theirs.text.trim() },
    { ...mine, text: isContinued ? own : mine.text.trim() },
  ].toSorted((a, b) => instant(a) - instant(b))
  const parts = entries.map(underHeading)
  return [...(isContinued && base !== '' ? [base] : []), ...parts].join('\n\n')
}

/** A text of unknown time was there before the user's. */
const instant = ({ at }: Writing) => (at === null ? 0 : Date.parse(at))
