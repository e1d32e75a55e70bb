/** What both sides have of a list that administration keeps: its four calls, and what is said of a row. docs/rules.md#administration */
import { z } from 'zod'
import type { CatalogueKind, CatalogueValue } from '../../domain/catalogue/catalogue.ts'
import type { DeclaredList, ListTable } from '../../domain/catalogue/lists.ts'
import type { Action } from '../../domain/permissions/actions.ts'
import { withCapital } from '../../domain/text/capital.ts'
import { idNumber } from '../decimal.ts'
import { defineRoute } from '../route.ts'
import { messageSchema } from '../session.ts'

/** Of a row that is read to be edited. It is opaque: it changes with the row. docs/rules.md#revisions */
export const opened = { revision: z.string() }
/** Of the row as it was read. 409 `conflict` if it has changed since. Without it the save is unconditional. */
export const revised = { revision: z.string().max(60).optional() }

type With<Schema extends z.ZodType, More extends Readonly<Record<string, z.ZodType>>> = z.ZodType<
  z.output<Schema> & z.output<z.ZodObject<More>>,
  z.input<Schema> & z.input<z.ZodObject<More>>
>

interface ManagedSpec<
  Kind extends CatalogueKind,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Whole extends z.ZodType,
> extends Pick<DeclaredList, 'path' | 'tag' | 'row'> {
  readonly kind: Kind
  readonly table: ListTable
  /** Who may change it; others read. */
  readonly action: Action
  readonly body: Body
  /** The body of a change: with `revised`. */
  readonly change: With<Body, typeof revised>
  /** The row as devices mirror it. */
  readonly answer: Answer
  /** The row as its form needs it: with `opened`, and what devices do not mirror. */
  readonly whole: Whole
}

/** What is said of a row. Each participle ends like the article. */
const wordsOf = ({ article, noun, heading = noun }: DeclaredList['row']) => ({
  /** With its article: 'salvar o seguro'. */
  object: `${article} ${noun}`,
  /** At the beginning of a sentence: 'O seguro está em uso'. */
  subject: withCapital(`${article} ${noun}`),
  newTitle: `Nov${article} ${heading}`,
  editTitle: `Editar ${heading}`,
  created: `${withCapital(noun)} criad${article} com sucesso`,
  changed: `${withCapital(noun)} modificad${article} com sucesso`,
})

/** Returns what both sides need of the list. 409 `in_use`: the row is named by others, so that it is deactivated instead of deleted. */
export function managedList<
  const Kind extends CatalogueKind,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Whole extends z.ZodType = With<Answer, typeof opened>,
>(spec: ManagedSpec<Kind, Body, Answer, Whole>) {
  const { kind, table, path, tag, action, row, body, change, answer, whole } = spec
  const params = z.object({ id: idNumber.meta({ title: 'Número' }) })
  return {
    kind,
    table,
    action,
    words: wordsOf(row),
    body,
    create: defineRoute({ method: 'POST', path, action, once: true, tag, body, answer }),
    read: defineRoute({ method: 'GET', path: `${path}/:id`, action, tag, params, answer: whole }),
    update: defineRoute({ method: 'PUT', path: `${path}/:id`, action, tag, params, body: change, answer }),
    remove: defineRoute({
      method: 'DELETE',
      path: `${path}/:id`,
      action,
      tag,
      params,
      answer: messageSchema,
    }),
  }
}

export type ManagedList<Kind extends CatalogueKind, Body extends z.ZodType> = ReturnType<
  typeof managedList<Kind, Body, z.ZodType<CatalogueValue<Kind>>>
>
