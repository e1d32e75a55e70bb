/**
 * One address for all servers. A browser stores a site's data by its address, so a profile that is signed in at one server
 * is of no use at another port. Each worker has a proxy at the same name and port, on an address of this machine of its
 * own. It passes everything on to the server of the present test.
 */
import type { BrowserContext } from '@playwright/test'
import { prepared } from './prepared.ts'
import { Proxy } from './proxy.ts'

const NAME = 'farol.localhost'
/** Workers count from 0. */
const WORKER = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
const HOST = `127.0.0.${11 + WORKER}`

/** Chromium's flag by which the name means this worker's proxy. */
export const FRONT_FLAG = `--host-resolver-rules=MAP ${NAME} ${HOST}`

/** The address of every server in a browser with a stored profile. */
export const frontOrigin = (): string => `http://${NAME}:${prepared().frontPort}`

let opened: Promise<Proxy> | null = null

/** Passes requests on to the server at this address from now on. Returns the worker's proxy. */
export async function frontTo(url: string): Promise<Proxy> {
  const target = Number(new URL(url).port)
  opened ??= Proxy.to(target, { host: HOST, port: prepared().frontPort })
  const front = await opened
  front.target = target
  return front
}

/** What a test has set for the requests of its pages ends with it. */
export async function calmFront(): Promise<void> {
  const front = await opened
  front?.calm()
}

const throughFront = new WeakSet<BrowserContext>()
const withoutWorkers = new WeakSet<BrowserContext>()

/** Pages of this context reach every server by the front. */
export const noteFront = (context: BrowserContext): void => {
  throughFront.add(context)
}

/** Pages of this context have no service worker. */
export const noteBlockedWorkers = (context: BrowserContext): void => {
  withoutWorkers.add(context)
}
export const blocksWorkers = (context: BrowserContext): boolean => withoutWorkers.has(context)

/** The address of the server at `url` as pages of this context reach it. */
export async function addressIn(context: BrowserContext, url: string): Promise<string> {
  if (!throughFront.has(context)) return url
  await frontTo(url)
  return frontOrigin()
}
