/** The limits of the feed, which a small installation never reaches. */
import { describe, expect, test } from 'vitest'
import { Feed } from '../../../server/feed/feed.ts'
import type { FeedLead, FeedTombstone, LeadHead } from '../../../server/feed/feed-rows.ts'
import type { Moment } from '../../../server/feed/moment.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'

const columns = {
  state: 1,
  channel_id: 1,
  broker_id: null,
  partner_id: null,
  inviter_id: null,
  cancelled: false,
} as const

const aLead = (key: string, version: number, length = 10): FeedLead => ({
  ...columns,
  key,
  version,
  sold: null,
  lost_sale: null,
  end_lead_date: null,
  obligations: null,
  client_uid: key,
  lead: 'x'.repeat(length),
  client: '',
  timeline: '',
})
const headOf = ({ lead: _lead, client: _client, timeline: _timeline, ...head }: FeedLead): LeadHead => head
const aTombstone = (key: string, version: number, naming: readonly FeedLead[] = []): FeedTombstone => ({
  ...columns,
  key,
  version,
  client_uid: key,
  naming: naming.map(headOf),
})

const aMoment = (number: number, next: number): Moment => ({
  number,
  next,
  horizon: next,
  snapshot: `${next}:${next}:`,
  epoch: 'epoch',
  is_own: true,
  mark: 'mark',
  forgotten: 0,
  scope_version: '0',
  highest: { people: 0, settings: 0, catalogues: 0, removed: 0, erasures: 0, merges: 0 },
  sessions: new Map(),
})

function begun(next: number): Feed {
  const feed = new Feed()
  feed.begin(aMoment(1, next))
  return feed
}

const changesOf = (feed: Feed, from: number, high: number) => {
  const { rows, removed } = feed.changes({
    from,
    high,
    scope: { kind: 'all' },
    settings: settingsFrom([]),
    nowMs: 0,
  })
  return { rows: rows.map(({ key, version }) => `${key}@${version}`), removed }
}

const clientsLeftOf = (feed: Feed, from: number, high: number) =>
  feed.changes({ from, high, scope: { kind: 'all' }, settings: settingsFrom([]), nowMs: 0 }).clientsLeft

describe('feed', () => {
  test('has nothing below the moment at which it began', () => {
    const feed = begun(100)
    expect([feed.covers(99), feed.covers(100)]).toEqual([false, true])
  })

  test('gives each lead once, in its latest version, in the order of versions', () => {
    const feed = begun(100)
    feed.advance(aMoment(2, 110), [aLead('b', 105), aLead('a', 105)], [])
    // 103 committed after 105.
    feed.advance(aMoment(3, 120), [aLead('c', 103), aLead('a', 112)], [])
    expect(changesOf(feed, 100, 120).rows).toEqual(['c@103', 'b@105', 'a@112'])
    expect(changesOf(feed, 104, 112).rows).toEqual(['b@105'])
  })

  test('removes a lead that was deleted, and none that is there', () => {
    const feed = begun(100)
    feed.advance(aMoment(2, 110), [aLead('gone', 101), aLead('stays', 102)], [aTombstone('stays', 102)])
    feed.advance(aMoment(3, 120), [], [aTombstone('gone', 111)])
    expect(changesOf(feed, 100, 120)).toEqual({ rows: ['stays@102'], removed: ['gone'] })
  })

  test('lets the oldest changes go beyond 10,000, and no longer covers them', () => {
    const feed = begun(100)
    const many = Array.from({ length: 10_001 }, (_, place) => aLead(`lead ${place}`, 100 + place))
    feed.advance(aMoment(2, 20_000), many, [])
    expect(feed.size.rows).toBeLessThanOrEqual(10_000)
    const floor = feed.floor ?? 0
    expect(floor).toBeGreaterThan(100)
    expect(feed.covers(floor - 1)).toBe(false)
    expect(changesOf(feed, floor, 20_000).rows).toHaveLength(10_101 - floor)
  })

  test('counts the bytes, also of what was replaced', () => {
    const feed = begun(100)
    for (let version = 100; version < 200; version++)
      feed.advance(aMoment(version, version + 1), [aLead('one', version, 1_000_000)], [])
    expect(feed.size.bytes).toBeLessThan(1_100_000)
    const large = Array.from({ length: 60 }, (_, place) => aLead(`lead ${place}`, 300 + place, 1_000_000))
    feed.advance(aMoment(300, 400), large, [])
    expect(feed.size.bytes).toBeLessThanOrEqual(48 * 1024 * 1024)
    expect(feed.covers(300)).toBe(false)
    expect(changesOf(feed, 350, 400).rows).toHaveLength(10)
  })

  test('takes older changes below, without replacing newer ones', () => {
    const feed = begun(100)
    feed.advance(aMoment(2, 120), [aLead('new', 110)], [aTombstone('gone', 111)])
    feed.extend(50, [aLead('new', 60), aLead('old', 70), aLead('gone', 80)], [aTombstone('away', 75)])
    expect([feed.covers(49), feed.covers(50)]).toEqual([false, true])
    expect(changesOf(feed, 50, 120)).toEqual({ rows: ['old@70', 'new@110'], removed: ['away', 'gone'] })
  })

  test('names the client of a lead that left, unless another lead names it', () => {
    const feed = begun(100)
    const other = { ...aLead('other', 90), client_uid: 'kept' }
    feed.advance(
      aMoment(2, 110),
      [],
      [aTombstone('gone', 101), { ...aTombstone('lead', 102, [other]), client_uid: 'kept' }],
    )
    expect(clientsLeftOf(feed, 100, 110)).toEqual(['gone'])
    // The other lead leaves, too: what was read with the tombstone is old.
    const elsewhere = { ...other, version: 111, client_uid: 'another' }
    feed.advance(aMoment(3, 120), [elsewhere], [{ ...aTombstone('other', 111), client_uid: 'kept' }])
    expect(clientsLeftOf(feed, 100, 120)).toEqual(['gone', 'kept'])
    // A new lead names the first client.
    feed.advance(aMoment(4, 130), [{ ...aLead('new', 121), client_uid: 'gone' }], [])
    expect(clientsLeftOf(feed, 100, 130)).toEqual(['kept'])
  })

  test('leaves the question to the database once it let changes go', () => {
    const feed = begun(100)
    const other = { ...aLead('other', 90), client_uid: 'kept' }
    const many = Array.from({ length: 10_001 }, (_, place) => aLead(`lead ${place}`, 100 + place))
    feed.advance(aMoment(2, 19_000), [], [{ ...aTombstone('left', 18_000, [other]), client_uid: 'kept' }])
    expect(clientsLeftOf(feed, 17_000, 20_000)).toEqual([])
    feed.advance(aMoment(3, 20_000), many, [])
    expect(clientsLeftOf(feed, 17_000, 20_000)).toBeNull()
  })
})
