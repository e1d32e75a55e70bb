/**
 * The server's file store. Some scenarios use the real folder, where the server may die between any two steps of a
 * save. The others use a map, where it dies right before or after a save. Ages of files follow the scenario's clock.
 */

import { mkdtempSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore, StoredFile } from '../../../server/base/file-store.ts'
import { DISK, type Disk, folderStore } from '../../../server/integrations/files/folder-store.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import type { Chance } from '../../sync/support/random.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import type { Witness } from './witness.ts'

export interface SimFilesOptions {
  readonly witness: Witness
  readonly clock: ScenarioClock
  readonly chance: Chance
  /** True: files are in a folder on the disk; false: in a map. */
  readonly inFolder: boolean
}

/** Steps of a save after the folder is made. A death before that equals a death before the save. */
const DISK_STEPS = 3

export class SimFiles implements FileStore {
  readonly inFolder: boolean
  /** The point of the next save at which the server dies; null: it does not die. */
  diesAt: 'before' | 'within' | 'after' | null = null
  /** Runs right before the next removal. */
  beforeRemoval: (() => Promise<void>) | null = null
  removals = 0
  readonly #options: SimFilesOptions
  readonly #root: string
  readonly #store: FileStore
  /** Time of the last write by path, in epoch ms of the scenario. */
  readonly #writtenAt = new Map<string, number>()

  constructor(options: SimFilesOptions) {
    this.#options = options
    this.inFolder = options.inFolder
    this.#root = options.inFolder ? mkdtempSync(join(tmpdir(), 'farol-scenario-files-')) : ''
    this.#store = options.inFolder ? folderStore(this.#root, this.#disk()) : mapStore(this.#writtenNow)
  }

  /** Returns the paths of this document, without partial files of aborted uploads. */
  async pathsOf(uid: string): Promise<string[]> {
    const paths: string[] = []
    for await (const { path } of this.list())
      if (path.includes(uid) && !path.endsWith('.part')) paths.push(path)
    return paths
  }

  /** Returns the content as text; null when the path has no file. */
  async textAt(path: string): Promise<string | null> {
    const file = await this.#store.open(path)
    return file === null ? null : (await buffer(file)).toString()
  }

  /** Returns the sorted paths of all files, including those that the store does not list. */
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
    if (this.inFolder) await removeFolder(this.#root)
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

  /** Lists the files sorted by path, so that a seed repeats the order. */
  async *list(): AsyncIterable<StoredFile> {
    const paths: string[] = []
    for await (const { path } of this.#store.list()) paths.push(path)
    for (const path of paths.sort()) {
      const modifiedMs = this.#writtenAt.get(path)
      if (modifiedMs === undefined) throw new Error(`${path} was never written`)
      yield { path, modifiedMs }
    }
  }

  readonly #writtenNow = (path: string): void => {
    this.#writtenAt.set(path, this.#options.clock.now)
  }

  /** Returns the real disk. The witness may let the server die before each operation. */
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
