/** The three calls of a list that administration keeps: create, change, delete. docs/rules.md#administration */
import { z } from 'zod'
import type { Action } from '../../domain/permissions/actions.ts'
import { idNumber } from '../decimal.ts'
import { defineRoute } from '../route.ts'
import { messageSchema } from '../session.ts'

interface ManagedSpec<Body extends z.ZodType, Answer extends z.ZodType> {
  readonly path: `/${string}`
  readonly tag: string
  readonly action: Action
  readonly body: Body
  /** The row as devices mirror it. */
  readonly answer: Answer
}

/** 409 `in_use`: the row is named by others, so that it is deactivated instead of deleted. */
export function managedRoutes<Body extends z.ZodType, Answer extends z.ZodType>(
  spec: ManagedSpec<Body, Answer>,
) {
  const { path, tag, action, body, answer } = spec
  const params = z.object({ id: idNumber.meta({ title: 'Número' }) })
  return {
    create: defineRoute({ method: 'POST', path, action, tag, body, answer }),
    update: defineRoute({ method: 'PUT', path: `${path}/:id`, action, tag, params, body, answer }),
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
