/** The order of names in SQL: docs/rules.md#names-and-texts */
import { type RawBuilder, sql } from 'kysely'

/** Text without accents, case and apostrophes, as `foldText` folds. */
export const foldedSql = (text: RawBuilder<unknown>): RawBuilder<string> => sql<string>`folded_text(${text})`

/** What a folded name is ordered by. An index of clients has it in these words. */
export const foldedOrderSql = (folded: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(name_order(${folded}) collate "C")`

/** What a name is ordered by, as `orderKey` on screens. */
export const nameOrderSql = (name: RawBuilder<unknown>): RawBuilder<string> => foldedOrderSql(foldedSql(name))
