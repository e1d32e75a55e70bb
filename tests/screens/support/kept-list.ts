/**
 * A list of reference data in the scripted peer, as the server keeps it: devices mirror its rows, a key makes one row, and a
 * revision saves once. docs/rules.md#sent-again, docs/rules.md#revisions
 */
import { z } from 'zod'
import type { RouteSpec } from '../../../src/contract/route.ts'
import type { CatalogueKind } from '../../../src/domain/catalogue/catalogue.ts'
import type { Asked, Peer } from './peer.ts'
import { Refused } from './refused.ts'

type Fields = Readonly<Record<string, unknown>>
type Answering = RouteSpec & { readonly answer: z.ZodType }

interface ListCalls {
  readonly kind: CatalogueKind
  readonly create: Answering
  readonly read: Answering
  readonly update: Answering
}

const fields = z.record(z.string(), z.unknown())
const numbered = z.looseObject({ id: z.number() })

const idIn = ({ path }: Asked) => Number(path.split('/').at(-1))

export class KeptList {
  readonly #peer: Peer
  readonly #kind: CatalogueKind
  readonly #rowOf: (body: Fields) => Fields
  /** By key: the number of the row that it made, and with which values. */
  readonly #made = new Map<string, { readonly id: number; readonly body: string }>()
  readonly #revisions = new Map<number, number>()

  /** `rowOf`: the row's fields by those of a save, where they differ. */
  constructor(peer: Peer, list: ListCalls, rowOf: (body: Fields) => Fields = (body) => body) {
    this.#peer = peer
    this.#kind = list.kind
    this.#rowOf = rowOf
    peer.answersBy(list.create, (asked) => this.#create(asked))
    peer.answersBy(list.read, (asked) => this.#whole(idIn(asked)))
    peer.answersBy(list.update, (asked) => this.#update(asked))
  }

  get rows(): z.output<typeof numbered>[] {
    return this.#peer.server.catalogues
      .filter(({ kind }) => kind === this.#kind)
      .map(({ value }) => numbered.parse(value))
  }

  /** Changes a row as a colleague does. No device hears of it before its next pull. */
  change(id: number, changes: Fields): Fields {
    const before = this.rows.find((row) => row.id === id)
    const row = { ...before, ...changes, id }
    this.#revisions.set(id, this.#revisionOf(id) + 1)
    const { catalogues } = this.#peer.server
    const place = catalogues.findIndex((one) => one.kind === this.#kind && one.id === String(id))
    catalogues.splice(place === -1 ? catalogues.length : place, 1, {
      kind: this.#kind,
      id: String(id),
      version: this.#revisionOf(id),
      value: row,
    })
    return row
  }

  #revisionOf(id: number): number {
    return this.#revisions.get(id) ?? 1
  }

  #whole(id: number): Fields {
    const row = this.rows.find((one) => one.id === id)
    if (row === undefined) throw new Refused({ status: 404, code: 'not_found', message: 'Não encontrado.' })
    return { ...row, revision: String(this.#revisionOf(id)) }
  }

  #create({ body, headers }: Asked): Fields {
    const key = headers.get('idempotency-key') ?? ''
    const text = JSON.stringify(body)
    const earlier = this.#made.get(key)
    if (earlier?.body === text) return this.#whole(earlier.id)
    if (earlier !== undefined)
      throw new Refused({
        status: 409,
        code: 'conflict',
        message: 'Este cadastro já foi salvo com outros valores.',
        made: String(earlier.id),
      })
    const id = Math.max(0, ...this.rows.map((row) => row.id)) + 1
    this.#made.set(key, { id, body: text })
    return this.change(id, this.#rowOf(fields.parse(body)))
  }

  #update(asked: Asked): Fields {
    const { revision, ...body } = fields.parse(asked.body)
    const id = idIn(asked)
    if (revision !== String(this.#revisionOf(id)))
      throw new Refused({
        status: 409,
        code: 'conflict',
        message: 'Este cadastro foi alterado por outra pessoa.',
      })
    return this.change(id, this.#rowOf(body))
  }
}
