/** The four calls of a list that administration keeps: create, read, change, delete. docs/rules.md#administration */
import { z } from 'zod'
import type { Action } from '../../domain/permissions/actions.ts'
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

interface ManagedSpec<Body extends z.ZodType, Answer extends z.ZodType, Whole extends z.ZodType> {
  readonly path: `/${string}`
  readonly tag: string
  readonly action: Action
  readonly body: Body
  /** The body of a change: with `revised`. */
  readonly change: With<Body, typeof revised>
  /** The row as devices mirror it. */
  readonly answer: Answer
  /** The row as its form needs it: with `opened`, and what devices do not mirror. */
  readonly whole: Whole
}

/** 409 `in_use`: the row is named by others, so that it is deactivated instead of deleted. */
export function managedRoutes<
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Whole extends With<Answer, typeof opened> = With<Answer, typeof opened>,
>(spec: ManagedSpec<Body, Answer, Whole>) {
  const { path, tag, action, body, change, answer, whole } = spec
  const params = z.object({ id: idNumber.meta({ title: 'Número' }) })
  return {
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
