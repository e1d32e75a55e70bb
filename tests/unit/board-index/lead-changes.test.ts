import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { MirrorFeed } from '../../../src/board-index/mirror-feed.ts'
import {
  type LeadChanges,
  leadChangesChannel,
  publishLeadChanges,
} from '../../../src/db/changes/lead-changes.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { dropAllButQueue } from '../../../src/db/sign-out.ts'
import { aLead } from '../domain/fixtures.ts'
import { newMirror, write } from './mirror.ts'

function publishing(): { db: MirrorDb; heard: LeadChanges[] } {
  const db = newMirror()
  publishLeadChanges(db)
  const heard: LeadChanges[] = []
  const channel = new BroadcastChannel(leadChangesChannel(db.userId))
  channel.onmessage = (event) => heard.push((event as MessageEvent<LeadChanges>).data)
  onTestFinished(() => channel.close())
  return { db, heard }
}

const statusOf = (feed: MirrorFeed, uid: string) =>
  feed.index.columns.numbers.statuses[feed.index.columns.rowOf.get(uid) ?? -1]

describe('changes of leads', () => {
  it('contain the written and deleted leads of a committed transaction with its journal entries', async () => {
    const { db, heard } = publishing()
    await write(db, [aLead({ uid: 'a' }), aLead({ uid: 'b' })])
    await write(db, [aLead({ uid: 'a', status: 2 })], ['b'])
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(heard.map(({ seqs }) => seqs)).toEqual([[1], [2]])
    expect(heard[1]?.leads).toMatchObject([{ uid: 'a', status: 2 }])
    expect(heard[1]?.gone).toEqual(['b'])
    expect(heard[0]?.leads[0]).not.toHaveProperty('additional_information')
  })

  it('are not published for an aborted transaction or a cleared mirror', async () => {
    const { db, heard } = publishing()
    const undone = db.transaction('rw', db.leads, db.journal, async () => {
      await db.leads.put({ ...aLead({ uid: 'a' }), generation: 1 })
      await db.journal.add({ uids: ['a'] })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await db.transaction('rw', db.leads, db.journal, async () => {
      await db.leads.clear()
      await db.journal.add({ uids: [] })
    })
    await write(db, [aLead({ uid: 'b' })])
    await vi.waitFor(() => expect(heard.at(-1)?.leads).toMatchObject([{ uid: 'b' }]))
    expect(heard).toHaveLength(1)
  })

  it('contain the writes of nested transactions', async () => {
    const { db, heard } = publishing()
    await db.transaction('rw', db.leads, db.journal, async () => {
      await db.transaction('rw', db.leads, async () => {
        await db.leads.put({ ...aLead({ uid: 'a' }), generation: 1 })
      })
      await db.journal.add({ uids: ['a'] })
    })
    await vi.waitFor(() => expect(heard).toMatchObject([{ seqs: [1], leads: [{ uid: 'a' }] }]))
  })

  it('are not published for a revoked session, whose leads the board drops by the journal', async () => {
    const { db, heard } = publishing()
    const feed = new MirrorFeed(db)
    await write(db, [aLead({ uid: 'a' })])
    await feed.open()
    await dropAllButQueue(db)
    await write(db, [aLead({ uid: 'b' })])
    await vi.waitFor(() => expect(heard.at(-1)?.leads).toMatchObject([{ uid: 'b' }]))
    for (const changes of heard) await feed.hear(changes)
    await feed.follow()
    expect([...feed.index.columns.rowOf.keys()]).toEqual(['b'])
  })

  it('are applied in the order of the journal and without gaps', async () => {
    const { db, heard } = publishing()
    const feed = new MirrorFeed(db)
    await feed.open()
    await write(db, [aLead({ uid: 'a', status: 1 })])
    await write(db, [aLead({ uid: 'a', status: 2 })])
    await write(db, [aLead({ uid: 'a', status: 3 })])
    await vi.waitFor(() => expect(heard).toHaveLength(3))
    const [first, second, third] = heard
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('expected three events')
    expect(await feed.hear(third)).toBe(false)
    expect(statusOf(feed, 'a')).toBeUndefined()
    expect(await feed.hear(first)).toBe(true)
    expect(statusOf(feed, 'a')).toBe(1)
    expect(await feed.hear(second)).toBe(true)
    expect(statusOf(feed, 'a')).toBe(3)
    expect(await feed.follow()).toBe(false)
  })

  it('are read from the journal when their event was missed', async () => {
    const { db, heard } = publishing()
    const feed = new MirrorFeed(db)
    await feed.open()
    await write(db, [aLead({ uid: 'a', status: 1 })])
    await write(db, [aLead({ uid: 'a', status: 2 })])
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    expect(await feed.follow()).toBe(true)
    expect(statusOf(feed, 'a')).toBe(2)
    for (const late of heard) expect(await feed.hear(late)).toBe(false)
    expect(statusOf(feed, 'a')).toBe(2)
  })
})
