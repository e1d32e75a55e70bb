/** Counts of leads by the person who has or referred them: docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Reader } from '../../queries/lead-row.ts'

export type Figures<Name extends string> = Readonly<Record<Name, RawBuilder<boolean>>>

export type PersonCounts<Name extends string> = Readonly<Record<Name, number>> & {
  /** null: leads without one. */
  readonly id: number | null
  readonly name: string | null
}

const rowSchema = z.object({
  id: z.number().int().nullable(),
  name: z.string().nullable(),
  counts: z.record(z.string(), z.number().int()),
})

/** Returns a row for each person with a lead that meets the condition. Each figure counts over `leads l`. */
export async function countsByPerson<Name extends string>(
  db: Reader,
  column: 'broker_id' | 'inviter_id',
  { figures, condition }: { readonly figures: Figures<Name>; readonly condition: RawBuilder<boolean> },
): Promise<PersonCounts<Name>[]> {
  const names = Object.keys(figures) as Name[]
  const counts = names.map((name) => sql`count(*) filter (where ${figures[name]})::int as ${sql.ref(name)}`)
  const person = sql.ref(`l.${column}`)
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object('id', s.person, 'name', u.name, 'counts', to_jsonb(s) - 'person') as row
    from (
      select ${person} as person, ${sql.join(counts)}
      from leads l
      where ${condition}
      group by ${person}) s
    left join users u on u.id = s.person`.execute(db)
  return z
    .array(rowSchema)
    .parse(rows.map(({ row }) => row))
    .map(({ id, name, counts: values }) => ({
      id,
      name,
      ...(Object.fromEntries(names.map((each) => [each, values[each] ?? 0])) as Record<Name, number>),
    }))
}
