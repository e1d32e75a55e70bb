/** Actions on documents: attach one, online or offline, and open the document of a lead. */
import { readLead } from '../../../server/queries/lead-row.ts'
import { dropFile, keepFile } from '../../../src/db/session/files.ts'
import { inScope } from '../../../src/domain/lead/access.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { attachProblem } from '../../../src/domain/lead/lifecycle-problems.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { AnyAction } from './actions.ts'
import { CARRIERS } from './house-rules.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import type { Users } from './users.ts'

interface Occasion {
  readonly tablet: Tablet
  readonly lead: Lead
  readonly user: SessionUser
}

/** Returns the leads on the tablet's screen to which its user may attach a document. */
async function occasionsOn(tablet: Tablet): Promise<Occasion[]> {
  if (!tablet.isOpen) return []
  tablet.turn()
  const { db, faults } = tablet
  const session = faults.dead ? undefined : await tablet.look(() => db.device.session.get('current'))
  if (session === undefined || !may('lead.attachFile', roleOf(session.user))) return []
  const leads = await tablet.look(() => db.leads.toArray())
  const { user } = session
  return leads.flatMap((lead) => (attachProblem(lead, user) === null ? { tablet, lead, user } : []))
}

export class Documents {
  readonly #stage: Stage
  readonly #users: Users

  constructor(stage: Stage, users: Users) {
    this.#stage = stage
    this.#users = users
  }

  /** Stores the document and then queues its command, as the screen does. */
  async attach(): Promise<void> {
    const { chance, oracle } = this.#stage
    const occasions = (await Promise.all(this.#stage.tablets.map(occasionsOn))).flat()
    if (occasions.length === 0) return
    const { tablet, lead, user } = chance.pick(occasions)
    const { db } = tablet
    const uid = crypto.randomUUID()
    // The screen accepts only PDFs. The server may still refuse a file that the screen accepted.
    const text = chance.happens(0.75) ? `%PDF-1.7 ${uid} %%EOF` : `texto ${uid}`
    oracle.documents.made(tablet, { uid, leadUid: lead.uid, text })
    if (!(await this.#keep(tablet, { uid, leadUid: lead.uid, text }))) return
    const action: AnyAction = {
      command: 'lead.attachFile',
      fits: () => true,
      args: () => ({ lead_uid: lead.uid, file_uid: uid, name: 'apolice.pdf', size: text.length }),
    }
    const record = await this.#users.doIt(tablet, action, lead.uid, user)
    if (record === null) await dropFile(db, uid).catch(() => undefined)
    else oracle.documents.queued(uid, record)
    if (chance.happens(0.8)) tablet.nudge()
    await tablet.quiet()
  }

  /** Returns false if the disk is full or the tab died. */
  #keep(tablet: Tablet, { uid, leadUid, text }: { uid: string; leadUid: string; text: string }) {
    const bytes = new Blob([text], { type: 'application/pdf' })
    return keepFile(tablet.db, { uid, leadUid, name: 'apolice.pdf', bytes, queuedAt: tablet.now }).then(
      () => true,
      () => false,
    )
  }

  /** A user opens the document of a lead, in scope or not. */
  async open(): Promise<void> {
    const { server, chance, clock, oracle, count } = this.#stage
    const userId = chance.pick(CARRIERS)
    const leads = await server.db
      .selectFrom('leads')
      .select(['id', 'uid'])
      .where('file_path', 'is not', null)
      .orderBy('id')
      .execute()
    const user = await server.user(userId)
    if (leads.length === 0 || user === null) return
    const { id, uid } = chance.pick(leads)
    const lead = await readLead(server.db, uid)
    const token = await server.signIn(userId, 'document')
    const path = `/api/leads/fileDownload?lead_id=${id}`
    const answer = await server.handle({ method: 'GET', path, token, body: null })
    if (lead === null || answer === null) return
    const mayOpen = may('lead.readFile', roleOf(user))
    const isTheirs = mayOpen && inScope(lead, user, oracle.arrivals.settings, clock.now)
    count(isTheirs ? 'document opened' : 'document of another asked for')
    oracle.documents.opened({ file: lead.file_path, isTheirs, refusal: mayOpen ? 404 : 403 }, answer)
  }
}
