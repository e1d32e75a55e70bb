/** 'Manter os dois textos': which fields of a conflict offer it, and what is then written. docs/rules.md#both-texts */
import { writtenFields } from '../../commands/written-fields.ts'
import { canKeepTexts, type KeptText } from '../../db/outbox/keep-texts.ts'
import type { OutboxRecord } from '../../db/schema/records.ts'
import type { FieldConflict } from '../../domain/lead/conflicts.ts'
import { isFreeText, joinedText } from '../../domain/lead/joined-text.ts'

export interface BothTexts {
  /** The joined text of each field where both wrote something; null where it would be too long. */
  readonly offers: ReadonlyMap<string, string | null>
  /** Joins the texts of these fields in the command and in those behind it. Other texts stay. */
  readonly joined: (fields: readonly string[]) => KeptText
}

interface Around {
  /** The later commands of the lead. */
  readonly later: readonly OutboxRecord[]
  /** The user's own name. Undefined until it is known: nothing is offered then. */
  readonly userName: string | undefined
}

const isWritten = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

export function bothTexts(problem: OutboxRecord, { later, userName }: Around): BothTexts {
  const conflicts = problem.problem?.fields ?? []
  const own = new Map(writtenFields(problem).map(({ field, value }) => [field, value]))
  const offered = conflicts.filter(
    ({ field, current }) => isFreeText(field) && isWritten(current) && isWritten(own.get(field)),
  )
  const join = ({ field, current, last }: FieldConflict, record: OutboxRecord, text: string) => {
    const before = problem.base[field]
    return joinedText(
      typeof before === 'string' ? before : '',
      { text, who: userName ?? null, at: record.occurredAt },
      {
        text: String(current),
        who: last?.own === true ? (userName ?? null) : (last?.name ?? null),
        at: last?.at ?? null,
      },
    )
  }
  const joined =
    (fields: readonly string[]): KeptText =>
    (record, field, text) => {
      const conflict = fields.includes(field) ? offered.find((each) => each.field === field) : undefined
      return conflict === undefined ? text : join(conflict, record, text)
    }
  const offers = (userName === undefined ? [] : offered).map((conflict) => {
    const { field } = conflict
    const fits = canKeepTexts([problem, ...later], joined([field]))
    return [field, fits ? join(conflict, problem, String(own.get(field))) : null] as const
  })
  return { offers: new Map(offers), joined }
}
