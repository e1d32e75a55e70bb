/**
 * A REST call is one declaration: method, path, permission and shapes. The server registers its handler with it
 * (server/wire/serve.ts), the app calls it with it (src/api/call.ts), and the API's documentation is made of it.
 */
import type { z } from 'zod'
import type { Action } from '../domain/permissions/actions.ts'

export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api. A parameter is written ':id'. */
  readonly path: `/${string}`
  /** What the caller must be allowed to do; 'public' needs no token. */
  readonly action: Action | 'public'
  /**
   * The call needs a confirmation by the own password (docs/rules.md#own-password): always, which the server checks
   * before the handler; where it touches what opens an account, or lets more clients be discarded, which the handler
   * checks.
   */
  readonly confirms?: 'always' | 'account' | 'discard'
  /** A session that may only set up a second factor has this call: docs/rules.md#required-second-factor */
  readonly setsUp?: true
  /** A session that may only set a longer password has this call: docs/rules.md#protected-devices */
  readonly setsPassword?: true
  /** Chapter of the API's documentation. */
  readonly tag: string
  readonly params?: z.ZodType<unknown, Readonly<Record<string, unknown>>>
  readonly query?: z.ZodType<unknown, Readonly<Record<string, unknown>>>
  readonly body?: z.ZodType
  /** Media type of a body that is no JSON. It has no schema: the handler reads it from the request. */
  readonly consumes?: string
  /** Shape of a 200; 'file' answers bytes of that media type, 'nothing' a 204. */
  readonly answer: z.ZodType | { readonly file: string } | 'nothing'
  /** Status of the answer in place of 200. */
  readonly status?: 201
  /** A POST that changes nothing: its parameters are too long or too personal for an address. */
  readonly reads?: true
  /** A POST that makes one row for each Idempotency-Key: docs/rules.md#sent-again */
  readonly once?: true
  /** Another system's key in place of a session's token. */
  readonly key?: 'proposalKey' | 'phoneToken'
}

/** Returns the declaration as it is, with its exact type. */
export const defineRoute = <const Spec extends RouteSpec>(spec: Spec): Spec => spec

type Method = RouteSpec['method']
type Rest = Omit<RouteSpec, 'method' | 'path' | 'action' | 'tag'>

const declaring =
  <const By extends Method>(method: By, tag: string) =>
  <const Path extends RouteSpec['path'], const May extends RouteSpec['action'], const Spec extends Rest>(
    path: Path,
    action: May,
    rest: Spec,
  ) => ({ ...rest, method, path, action, tag })

/** Returns what declares the calls of one chapter of the documentation, by their methods: path, action, and the rest. */
export const routesOf = (tag: string) => ({
  get: declaring('GET', tag),
  post: declaring('POST', tag),
  put: declaring('PUT', tag),
  remove: declaring('DELETE', tag),
})

/** The value that a schema returns for a given input; undefined if the route has no such part. */
export type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** What the handler returns: before the schema of the answer is applied. */
export type Answered<Spec extends RouteSpec> = Spec['answer'] extends z.ZodType
  ? z.input<Spec['answer']>
  : unknown

type Part<Spec, Name extends string> = Spec extends { readonly [Key in Name]: infer Schema extends z.ZodType }
  ? { readonly [Key in Name]: z.input<Schema> }
  : { readonly [Key in Name]?: undefined }

/** What a call is made with: only the parts that the route declares. */
export type RouteInput<Spec extends RouteSpec> = Part<Spec, 'params'> &
  Part<Spec, 'query'> &
  Part<Spec, 'body'>
