/**
 * A copy of the database, and its restore: commands and documents since the copy are lost. In another cluster every
 * cursor is invalid; in its own place, a tablet that has synced since the copy has an invalid one. The files of documents
 * stay as they are. Versions that begin below the tablets' are covered by tests/sync/pull.test.ts and
 * tests/api/sync/put-back.test.ts, since the simulation has only one cluster.
 */
import type { Settings } from '../../../src/domain/settings/settings.ts'
import type { House } from './house-rules.ts'
import type { Stage } from './stage.ts'

interface Dump {
  readonly commits: number
  readonly leads: House['leads']
  readonly settings: Settings
  readonly promises: ReadonlyMap<string, number>
  /** Number of removed files. A dump from before a removal names files that are gone. */
  readonly removals: number
}

export class Restores {
  readonly #stage: Stage
  readonly #house: House
  #dump: Dump | null = null

  constructor(stage: Stage, house: House) {
    this.#stage = stage
    this.#house = house
  }

  get isPossible(): boolean {
    return this.#dump !== null && this.#dump.removals === this.#stage.server.files.removals
  }

  async dump(): Promise<void> {
    const { server, oracle } = this.#stage
    await server.database.dump()
    // The copy is made while the server is stopped.
    await server.start()
    this.#dump = {
      commits: server.database.witness.committed.length,
      leads: [...this.#house.leads],
      settings: oracle.arrivals.settings,
      promises: oracle.documents.promises,
      removals: server.files.removals,
    }
  }

  async restore(): Promise<void> {
    const { server, oracle, network, tablets, count } = this.#stage
    if (this.#dump === null) return
    // Requests under way end with the old server.
    network.stragglers = []
    for (const letter of network.underWay) network.lose(letter, false)
    for (const tablet of tablets) await tablet.quiet()
    const { commits, leads, settings, promises } = this.#dump
    const before = await server.log()
    await server.database.restore()
    const inPlace = before.length % 2 === 1
    if (inPlace) await server.start()
    else await server.moveToAnotherCluster()
    if (inPlace) count('restored in place')
    server.forgetUsers()
    server.forgetEndings()
    const kept = new Set((await server.log()).map(({ key }) => key))
    const lost = before.filter(({ key }) => !kept.has(key))
    if (lost.some(({ outcome }) => outcome === 'applied')) count('restored without applied commands')
    server.database.witness.committed.length = commits
    this.#house.leads.splice(0, Infinity, ...leads)
    oracle.arrivals.settings = settings
    oracle.documents.undone(promises)
    oracle.commands.undone(lost)
  }
}
