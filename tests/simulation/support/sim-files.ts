/**
 * The server's file store: the real folder in some scenarios, where the server may die between any two steps of a saving;
 * in the others a map, where it dies right before or after one. What lies there is as old as the scenario says.
 */

import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore, StoredFile } from '../../../server/integrations/files/file-store.ts'
import { DISK, type Disk, folderStore } from '../../../server/integrations/files/folder-store.ts'
import type { Chance } from '../../sync/support/random.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import type { Witness } from './witness.ts'

export interface SimFilesOptions {
  readonly witness: Witness
  readonly clock: ScenarioClock
  readonly chance: Chance
  /** Whether they lie in a folder on the disk. */
  readonly inFolder: boolean
}

/** Of a saving into the folder, after the folder is made: to die before that is to die before the saving. */
const DISK_STEPS = 3

export class SimFiles implements FileStore {
  readonly inFolder: boolean
  /** Where the server dies in the next saving; null: it lives. */
  diesAt: 'before' | 'within' | 'after' | null = null
  /** Happens right before the next removal. */
  beforeRemoval: (() => Promise<void>) | null = null
  removals = 0
  readonly #options: SimFilesOptions
  readonly #root: string
  readonly #store: FileStore
  /** When each was written, by path. */
  readonly #writtenAt = new Map<string, number>()

  constructor(options: SimFilesOptions) {
    this.#options = options
    this.inFolder = options.inFolder
    this.#root = options.inFolder ? mkdtempSync(join(tmpdir(), 'farol-story-files-')) : ''
    this.#store = options.inFolder ? folderStore(this.#root, this.#disk()) : mapStore(this.#writtenNow)
  }

  /** The paths at which this file lies, the remains of broken-off uploads left out. */
  async pathsOf(uid: string): Promise<string[]> {
    const paths: string[] = []
    for await (const { path } of this.list())
      if (path.includes(uid) && !path.endsWith('.part')) paths.push(path)
    return paths
  }

  /** null when nothing lies there. */
  async textAt(path: string): Promise<string | null> {
    const file = await this.#store.open(path)
    return file === null ? null : (await buffer(file)).toString()
  }

  /** The paths of all that lies there, whatever the store lists. */
  async lying(): Promise<string[]> {
    const paths: string[] = []
    if (this.inFolder) {
      const entries = await readdir(this.#root, { recursive: true, withFileTypes: true })
      for (const entry of entries)
        if (entry.isFile()) paths.push(relative(this.#root, join(entry.parentPath, entry.name)))
    } else for await (const { path } of this.#store.list()) paths.push(path)
    return paths.sort()
  }

  async close(): Promise<void> {
    if (this.inFolder) await rm(this.#root, { recursive: true })
  }

  async save(path: string, bytes: Uint8Array): Promise<void> {
    const { witness, chance } = this.#options
    if (this.diesAt === 'before' || (this.diesAt === 'within' && !this.inFolder)) witness.dieIn(0)
    else if (this.diesAt === 'within') witness.dieIn(2 + chance.below(DISK_STEPS))
    witness.step()
    await this.#store.save(path, bytes)
    if (this.diesAt === 'after') witness.dieIn(0)
    witness.step()
  }

  open(path: string): Promise<Readable | null> {
    return this.#store.open(path)
  }

  async remove(path: string): Promise<void> {
    const before = this.beforeRemoval
    this.beforeRemoval = null
    await before?.()
    this.#options.witness.step()
    await this.#store.remove(path)
    this.removals += 1
  }

  /** In an order that a seed repeats. */
  async *list(): AsyncIterable<StoredFile> {
    const paths: string[] = []
    for await (const { path } of this.#store.list()) paths.push(path)
    for (const path of paths.sort()) {
      const modifiedMs = this.#writtenAt.get(path)
      if (modifiedMs === undefined) throw new Error(`nobody wrote ${path}`)
      yield { path, modifiedMs }
    }
  }

  readonly #writtenNow = (path: string): void => {
    this.#writtenAt.set(path, this.#options.clock.now)
  }

  /** The real one, with the witness before each step. */
  #disk(): Disk {
    const { witness } = this.#options
    const pathOf = (path: string) => relative(this.#root, path)
    return {
      makeFolder: (path) => {
        witness.step()
        return DISK.makeFolder(path)
      },
      open: (path, flags) => {
        witness.step()
        if (flags === 'wx') this.#writtenNow(pathOf(path))
        return DISK.open(path, flags)
      },
      rename: async (from, to) => {
        witness.step()
        await DISK.rename(from, to)
        this.#writtenNow(pathOf(to))
      },
      remove: (path) => {
        witness.step()
        return DISK.remove(path)
      },
    }
  }
}

function mapStore(onWritten: (path: string) => void): FileStore {
  const kept = new Map<string, Uint8Array>()
  return {
    save: async (path, bytes) => {
      kept.set(path, Uint8Array.from(bytes))
      onWritten(path)
    },
    open: async (path) => {
      const bytes = kept.get(path)
      return bytes === undefined ? null : Readable.from([Buffer.from(bytes)])
    },
    remove: async (path) => {
      kept.delete(path)
    },
    list: async function* () {
      for (const path of kept.keys()) yield { path, modifiedMs: 0 }
    },
  }
}
