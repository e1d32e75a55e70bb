/**
 * Mails to referrers about what their indications reached: by choice, each step of a lead once, in the order in which it was
 * reached. docs/rules.md#receipt
 */
import { leadName } from '../../src/domain/notices/notice.ts'
import type { FollowedLead } from '../../src/domain/notices/receipt-notices.ts'
import { may } from '../../src/domain/permissions/actions.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import { ownOrigin } from '../context/origin.ts'
import type { Store } from '../db/store.ts'
import { receiptLetter } from '../mail/letters.ts'
import { queueMail } from '../mail/queue.ts'
import { sessionUser } from '../queries/session-user.ts'
import { readSettings } from '../queries/settings.ts'
import { followedLeads } from './followed-leads.ts'

type MailContext = Pick<AppContext, 'store' | 'now' | 'config'>

/** A step that a device brings later than this is told by no mail. */
const TOLD_LATE_DAYS = 30

export async function hasReceiptMails(
  { store }: Pick<MailContext, 'store'>,
  userId: number,
): Promise<boolean> {
  const row = await store.db
    .selectFrom('receipt_mails')
    .select('since')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Switched on while it is on, it changes nothing. */
export async function setReceiptMails(
  { store, now }: MailContext,
  userId: number,
  on: boolean,
): Promise<void> {
  if (!on) {
    await store.db.deleteFrom('receipt_mails').where('user_id', '=', userId).execute()
    return
  }
  await store.db
    .insertInto('receipt_mails')
    .values({ user_id: userId, since: new Date(now()).toISOString() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** A database that came from a backup has forgotten what it told since: nothing from before this instant is told again. */
export async function tellNothingOfBefore({ db }: Pick<Store, 'db'>, nowMs: number): Promise<void> {
  await db
    .updateTable('receipt_mails')
    .set({ since: new Date(nowMs).toISOString() })
    .execute()
}

type Step = FollowedLead['steps'][number]

/** Of a step whose instant nobody knows nobody is told. */
const atMs = ({ at }: Step) => (at === null ? Number.NEGATIVE_INFINITY : Date.parse(at))

/** Leads with the steps that the user is still to be told of: the lead that reached one first comes first. */
async function newsOf(
  context: MailContext,
  {
    user,
    since,
    settings,
  }: { readonly user: SessionUser; readonly since: string; readonly settings: Settings },
): Promise<FollowedLead[]> {
  const oldestMs = Math.max(Date.parse(since), context.now() - TOLD_LATE_DAYS * DAY_MS)
  const followed = await followedLeads(context, { user, since: new Date(oldestMs).toISOString(), settings })
  return followed
    .map(({ told, ...lead }) => ({
      ...lead,
      steps: lead.steps.filter(
        (step) => step.step !== 'received' && atMs(step) > oldestMs && !told.includes(step.step),
      ),
    }))
    .filter(({ steps }) => steps.length > 0)
    .toSorted((one, other) => Math.min(...one.steps.map(atMs)) - Math.min(...other.steps.map(atMs)))
}

/** One mail of all steps that the lead reached since the last look. Of two servers one writes it. */
async function tell(context: MailContext, user: SessionUser, lead: FollowedLead): Promise<boolean> {
  const { uid, id, steps } = lead
  const nowMs = context.now()
  return context.store.db.transaction().execute(async (tx) => {
    const told = await tx
      .insertInto('receipt_told')
      .values(steps.map(({ step }) => ({ lead_uid: uid, step, told_at: new Date(nowMs).toISOString() })))
      .onConflict((conflict) => conflict.columns(['lead_uid', 'step']).doNothing())
      .returning('step')
      .execute()
    const names = told.map(({ step }) => step)
    const texts = steps.flatMap(({ step, text }) => (names.includes(step) ? [text] : []))
    if (texts.length === 0) return false
    await queueMail(tx, {
      userId: user.id,
      purpose: 'receipt',
      recipient: user.email,
      letter: receiptLetter(user.name, { lead: leadName(id), steps: texts }, ownOrigin(context)),
      nowMs,
    })
    return true
  })
}

/** Returns how many mails were queued. */
export async function tellReceipts(context: MailContext): Promise<number> {
  const { db } = context.store
  const chosen = await db
    .selectFrom('receipt_mails')
    .select(['user_id', 'since'])
    .orderBy('user_id')
    .execute()
  if (chosen.length === 0) return 0
  const now = new Date(context.now()).toISOString()
  // A clock that was ahead has chosen for days that are still to come. docs/rules.md#clock
  await db.updateTable('receipt_mails').set({ since: now }).where('since', '>', now).execute()
  const settings = await readSettings(db)
  let mails = 0
  for (const { user_id: userId, since } of chosen) {
    const user = await sessionUser(db, userId)
    if (user === null || !may('receipts.follow', roleOf(user))) continue
    for (const news of await newsOf(context, { user, since, settings }))
      if (await tell(context, user, news)) mails += 1
  }
  return mails
}

/** Looks now and every minute. */
export const keepTellingReceipts = (context: MailContext, watch: LoopWatch): (() => Promise<void>) =>
  keepLooking(MINUTE_MS, () => tellReceipts(context), watch)
