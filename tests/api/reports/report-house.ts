/** The data set behind a server, and devices by user: what each test of a report begins with. */
import { readXlsx } from 'hucre/xlsx'
import { beforeAll } from 'vitest'
import { refreshClocks } from '../../../server/reports/queries/working-clocks.ts'
import type { OpenDatabase, TestStore } from '../support/databases.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'
import { loadReportData } from './data/load.ts'

interface SheetRows {
  readonly above: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Lines above the columns of each sheet. */
export const ABOVE = 3

export const belowHead = (rows: readonly (readonly unknown[])[]): SheetRows => ({
  above: rows.slice(0, ABOVE).map(([line]) => String(line)),
  rows: rows.slice(ABOVE),
})

export interface ReportHouse {
  readonly store: TestStore
  readonly server: TestServer
  /** The answer of a call below /api by that user. */
  ask(userId: number, path: string): Promise<{ status: number; body: unknown }>
  /** The bytes of a sheet, and the name under which it is saved. */
  file(userId: number, path: string): Promise<{ status: number; bytes: Uint8Array; name: string }>
  /** The lines above a sheet's columns, and its rows with the head first. */
  sheet(userId: number, path: string): Promise<SheetRows & { status: number }>
}

export function inReportHouse(open: OpenDatabase, ready: (house: ReportHouse) => void | Promise<void>): void {
  beforeAll(async () => {
    const store = await open()
    await loadReportData(store.db)
    await refreshClocks(store.db)
    const server = await startServer(store)
    const devices = new Map<number, Device>()
    const deviceOf = async (userId: number): Promise<Device> => {
      const device = devices.get(userId) ?? (await server.device(userId))
      devices.set(userId, device)
      return device
    }
    const file: ReportHouse['file'] = async (userId, path) => {
      const { token } = await deviceOf(userId)
      const { statusCode, rawPayload, headers } = await server.app.inject({
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}` },
      })
      const [, name = ''] = /filename="(.+)"$/.exec(String(headers['content-disposition'])) ?? []
      return { status: statusCode, bytes: rawPayload, name }
    }
    await ready({
      store,
      server,
      ask: async (userId, path) => (await deviceOf(userId)).call('GET', path),
      file,
      sheet: async (userId, path) => {
        const { status, bytes } = await file(userId, path)
        if (status !== 200) return { status, above: [], rows: [] }
        const { sheets } = await readXlsx(bytes)
        return { status, ...belowHead(sheets[0]?.rows ?? []) }
      },
    })
    return () => server.stop()
  })
}
