/** Measures the gzipped JavaScript that the sign-in route loads until the network is idle. */
import { gzipSync } from 'node:zlib'
import { Device } from '../device.ts'
import type { Line } from '../table.ts'

const WANTED_KB = 170

export async function shellSize(url: string): Promise<Line> {
  const device = await Device.make()
  try {
    await device.open({ serviceWorkers: 'block' })
    const page = await device.page()
    const sizes = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      const type = response.headers()['content-type'] ?? ''
      if (/javascript/.test(type))
        sizes.set(
          response.url(),
          response.body().then((body) => gzipSync(body, { level: 9 }).length),
        )
    })
    await page.goto(`${url}/login`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    const bytes = (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
    const kb = bytes / 1000
    return {
      what: `JavaScript on /login (${sizes.size} files, gzip)`,
      measured: `${kb.toFixed(0)} kB`,
      against: `${WANTED_KB} kB`,
      ratio: kb / WANTED_KB,
      wanted: 'at most 1',
      kept: kb <= WANTED_KB,
    }
  } finally {
    await device.dispose()
  }
}
