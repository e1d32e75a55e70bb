/** Texts without accents and case, where no column holds them folded: docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { foldText } from '../../../src/domain/board/fold.ts'

/** As `foldText` folds, but for runs of spaces. */
export const foldedSql = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(regexp_replace(normalize(${text}, NFD), ${'[\u0300-\u036f]'}, '', 'g'))`

/** The pattern of a text's part for `like`. */
export const likePart = (part: string): string => `%${foldText(part).replace(/[\\%_]/g, '\\$&')}%`
