/** How much the browser keeps of this site, and whether it keeps it for good. */
import { formatTenths } from '../domain/text/formats.ts'

export interface StorageState {
  /** Bytes. Null where the browser does not report it. */
  readonly used: number | null
  readonly quota: number | null
  readonly persisted: boolean | null
}

export async function readStorage(): Promise<StorageState> {
  // Missing without https and in some private windows.
  if (!('storage' in navigator)) return { used: null, quota: null, persisted: null }
  const [estimate, persisted] = await Promise.all([
    navigator.storage.estimate(),
    navigator.storage.persisted(),
  ])
  return { used: estimate.usage ?? null, quota: estimate.quota ?? null, persisted }
}

const MEGABYTE = 1_048_576

/** '48,2 MB', '1,3 GB'. */
export const storageSize = (bytes: number): string =>
  bytes >= 1024 * MEGABYTE
    ? `${formatTenths(bytes / MEGABYTE / 1024)} GB`
    : `${formatTenths(bytes / MEGABYTE)} MB`
