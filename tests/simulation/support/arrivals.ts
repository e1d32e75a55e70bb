/**
 * Checks answers to tablets and rows written there: no row outside the user's scope, no version that decreases. Notes
 * every row that the server sent, since a tablet may store no other.
 */
import { expect } from 'vitest'
import { z } from 'zod'
import { pullPageSchema, pushRequestSchema, pushResponseSchema } from '../../../src/contract/sync.ts'
import { LOCAL } from '../../../src/db/schema/records.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { erasedClient, erasedLead } from '../../../src/domain/client/erasure.ts'
import { inScope, matchesScope, scopeOf } from '../../../src/domain/lead/access.ts'
import { sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Settings } from '../../../src/domain/settings/settings.ts'
import { settings as defaultSettings } from '../../unit/domain/fixtures.ts'
import type { ErasureOracle } from './erasure-oracle.ts'
import type { SimAnswer } from './sim-server.ts'
import type { Tablet } from './tablet.ts'

const rowSchema = z.object({ uid: z.string(), version: z.number(), generation: z.number() })
const userRowSchema = z.object({ id: z.number(), login: z.string(), phone: z.string() })

/** The lead or client of a command, and the document of a client. */
const aboutSchema = z.object({
  lead_uid: z.string().optional(),
  client_uid: z.string().optional(),
  client: z.object({ cpf: z.string().optional() }).optional(),
})

interface Sent {
  readonly tablet: Tablet
  readonly path: string
  /** Body of the request, as JSON. */
  readonly request: string
  readonly answer: SimAnswer
  readonly user: SessionUser
  readonly nowMs: number
  readonly lead: (uid: string) => Promise<Lead | null>
  readonly leadsOfClient: (uid: string) => Promise<readonly Lead[]>
  readonly documentOfClient: (uid: string) => Promise<string | null>
}

type Row = Pick<Lead | Client, 'uid' | 'version'>

const isLead = (row: Lead | Client): row is Lead => 'client_uid' in row

/** What a device that hears of an erasure leaves of a row. */
const blanked = (row: Lead | Client) => (isLead(row) ? erasedLead(row) : erasedClient(row))

const placeOf = (tablet: number, { uid, version }: Row) => `${tablet} ${uid} ${version}`

export class Arrivals {
  /** The server's settings at this moment. */
  settings: Settings = defaultSettings
  /** Failures found in event handlers, where a thrown error would be lost. */
  readonly broken: string[] = []
  readonly #versions = new Map<string, number>()
  /** The highest generation of the pages that a tablet has written, by tablet and table. */
  readonly #reached = new Map<string, number>()
  /** The rows in the answers to each tablet, by tablet, uid and version. */
  readonly #sent = new Map<string, (Lead | Client)[]>()
  readonly #erasures: ErasureOracle

  constructor(erasures: ErasureOracle) {
    this.#erasures = erasures
  }

  /**
   * Takes every row that a tablet writes. Within a generation versions never decrease. One that the tablet wrote itself is of
   * the generation that its pages have reached, since a restored server begins again with lower versions. A row without a version is the
   * user's own: when the server's row has left the tablet, a queued creation shows it again.
   */
  rowsWritten(tablet: number, table: string, rows: readonly unknown[] | 'cleared'): void {
    const reached = `${tablet} ${table}`
    if (rows === 'cleared') {
      this.#forget(`${reached} `)
      this.#reached.delete(reached)
      return
    }
    for (const row of rows) {
      const { uid, version, generation } = rowSchema.parse(row)
      if (version === 0) continue
      const pulled = Math.max(this.#reached.get(reached) ?? 0, generation)
      this.#reached.set(reached, pulled)
      const place = `${reached} ${generation === LOCAL ? `own ${pulled}` : generation} ${uid}`
      const known = this.#versions.get(place)
      if (known !== undefined && known > version)
        this.broken.push(`tablet ${tablet}: ${table} ${uid} went from version ${known} to ${version}`)
      this.#versions.set(place, version)
    }
  }

  /** The tablet's mirror was deleted. The next one begins with the first generation, perhaps of a restored server. */
  mirrorDeleted(tablet: number): void {
    this.#forget(`${tablet} `)
  }

  #forget(places: string): void {
    for (const place of this.#reached.keys()) if (place.startsWith(places)) this.#reached.delete(place)
    for (const place of this.#versions.keys()) if (place.startsWith(places)) this.#versions.delete(place)
  }

  /** Whether an answer to the tablet contained this row, apart from its generation. */
  wasSent(tablet: number, row: Row & { readonly generation: number }): boolean {
    const { generation: _generation, ...sent } = row
    const all = this.#sent.get(placeOf(tablet, row)) ?? []
    const isErased = this.#erasures.uids.has(row.uid)
    return all.some((one) => sameValue(one, sent) || (isErased && sameValue(blanked(one), sent)))
  }

  /** Checks an answer on its way to a tablet against `user` as the server has it at this moment. */
  async answerSent(sent: Sent): Promise<void> {
    const { path, answer, tablet, user } = sent
    if (answer.status !== 200) return
    this.#erasures.answered(tablet.number, path, answer.body)
    const body: unknown = JSON.parse(answer.body)
    if (path.startsWith('/api/sync/push')) {
      const results = pushResponseSchema.parse(body).results.filter((result) => result.outcome !== 'blocked')
      // A later command of the same request may remove the lead; its client's row was sent while it was in scope.
      const gone = new Set(results.flatMap((result) => result.removed))
      for (const [place, result] of results.entries()) {
        const later = results.slice(place + 1).flatMap(({ rows }) => rows.leads)
        await this.#mayHave(sent, result.rows, { gone, left: this.#clientsLeft(tablet.number, later) })
      }
      // The fields of a conflict also contain another user's values.
      for (const result of results)
        if (result.outcome === 'conflict' && result.fields.length > 0)
          await this.#mayKnow(sent, result.key, gone)
      return
    }
    const page = pullPageSchema.parse(body)
    await this.#mayHave(sent, page.rows, { gone: new Set(), left: new Set() })
    const leads = new Set(page.rows.leads.map(({ uid }) => uid))
    for (const { lead_uid } of page.timelines)
      expect(leads, `tablet ${tablet.number} got the timeline of ${lead_uid} without the lead`).toContain(
        lead_uid,
      )
    if (roleOf(user) > 3) expect(page.timelines, `timelines for role ${roleOf(user)}`).toEqual([])
    if (roleOf(user) > 3)
      for (const { kind, value } of page.rows.catalogues)
        if (kind === 'user') {
          const { login, phone } = userRowSchema.parse(value)
          expect(login + phone, `tablet ${tablet.number} got a colleague's login`).toBe('')
        }
  }

  /** The clients that these leads had in answers to the tablet: another person's document gives a lead another client. */
  #clientsLeft(tablet: number, leads: readonly Lead[]): ReadonlySet<string> {
    const moved = new Map(leads.map(({ uid, client_uid }) => [uid, client_uid]))
    const before = [...this.#sent].flatMap(([place, rows]) => (place.startsWith(`${tablet} `) ? rows : []))
    return new Set(
      before.filter(isLead).flatMap(({ uid, client_uid }) => {
        const now = moved.get(uid)
        return now === undefined || now === client_uid ? [] : [client_uid]
      }),
    )
  }

  async #mayHave(
    { tablet, user, nowMs, leadsOfClient }: Sent,
    rows: { readonly leads: readonly Lead[]; readonly clients: readonly Client[] },
    { gone, left }: { readonly gone: ReadonlySet<string>; readonly left: ReadonlySet<string> },
  ): Promise<void> {
    for (const row of [...rows.leads, ...rows.clients]) {
      const place = placeOf(tablet.number, row)
      this.#sent.set(place, [...(this.#sent.get(place) ?? []), row])
    }
    const isTheirs = (lead: Lead) => inScope(lead, user, this.settings, nowMs)
    for (const lead of rows.leads)
      expect(
        isTheirs(lead),
        `tablet ${tablet.number} of role ${roleOf(user)} got lead ${lead.id}, which is outside its user's scope`,
      ).toBe(true)
    const named = new Set(rows.leads.map((lead) => lead.client_uid))
    for (const { uid } of rows.clients)
      expect(
        named.has(uid) || left.has(uid) || (await isKnown(uid, user, leadsOfClient, gone)),
        `tablet ${tablet.number} got client ${uid}, who has no lead in its user's scope`,
      ).toBe(true)
  }

  async #mayKnow(
    { tablet, user, nowMs, request, lead, leadsOfClient, documentOfClient }: Sent,
    key: string,
    gone: ReadonlySet<string>,
  ): Promise<void> {
    const command = pushRequestSchema.parse(JSON.parse(request)).commands.find((asked) => asked.key === key)
    const { lead_uid, client_uid = '', client } = aboutSchema.parse(command?.args)
    const about = lead_uid === undefined ? null : await lead(lead_uid)
    const may =
      about === null
        ? (await isKnown(client_uid, user, leadsOfClient, gone)) ||
          // Staff joins any client whose document it knows: docs/rules.md#scope-of-clients.
          (roleOf(user) <= 3 && (await documentOfClient(client_uid)) === client?.cpf)
        : gone.has(about.uid) || inScope(about, user, this.settings, nowMs)
    expect(
      may,
      `tablet ${tablet.number} of role ${roleOf(user)} got values of ${lead_uid ?? client_uid} outside its scope`,
    ).toBe(true)
  }
}

/** A user may see a client with a lead in its scope, regardless of the age of the lead. */
async function isKnown(
  uid: string,
  user: SessionUser,
  leadsOfClient: Sent['leadsOfClient'],
  gone: ReadonlySet<string>,
): Promise<boolean> {
  if (roleOf(user) <= 2) return true
  const leads = await leadsOfClient(uid)
  return leads.some((lead) => matchesScope(lead, scopeOf(user)) || gone.has(lead.uid))
}
