/** A group of commands is on a tablet whole or not at all, waits whole, and is applied whole: docs/sync-protocol.md#groups */
import { expect } from 'vitest'
import { isReplayed } from '../../../src/db/outbox/replay.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'

/** A command of a group, as its user made it. */
interface InGroup {
  readonly name: string
  readonly group: string | null
}

const isRefused = ({ state }: OutboxRecord) => state === 'conflict' || state === 'rejected'

/** `sizes`: how many commands each group has. */
export function groupsAreWhole(
  tablet: number,
  outbox: readonly OutboxRecord[],
  sizes: ReadonlyMap<string, number>,
): void {
  const groups = Map.groupBy(
    outbox.filter(({ group }) => group !== undefined),
    ({ group }) => group ?? '',
  )
  for (const [group, records] of groups) {
    const name = `a group of tablet ${tablet}, ${records.map(({ seq, state }) => `${seq} ${state}`).join(', ')}`
    expect(records, `${name} is not whole`).toHaveLength(sizes.get(group) ?? 0)
    const waiting = records.filter(isReplayed).length
    expect([0, records.length], `a part of ${name} is on the screen`).toContain(waiting)
    expect(records.filter(isRefused).length, `${name} asks its user more than once`).toBeLessThan(2)
  }
}

/** `applied`: the transactions that applied the commands, by command; absent: it is not applied. */
export function groupsAreApplied<Made extends InGroup>(
  made: Iterable<Made>,
  applied: ReadonlyMap<Made, number>,
): void {
  const groups = Map.groupBy(
    [...made].filter(({ group }) => group !== null),
    ({ group }) => group,
  )
  for (const members of groups.values()) {
    const transactions = new Set(members.map((one) => applied.get(one)))
    const names = members.map((one) => `${one.name} in ${applied.get(one) ?? 'none'}`).join(', ')
    if (transactions.size > 1) expect.fail(`a group was not applied by one transaction: ${names}`)
  }
}
