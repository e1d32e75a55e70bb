/** The set-up of tests in which a broker captures a lead. */
import type { BrowserContext } from '@playwright/test'
import { App } from './app.ts'
import { capturable } from './leads.ts'
import { Rest, type RestLead } from './rest.ts'
import type { Device, NewDevice } from './test.ts'

interface BrokerWithLead {
  readonly rest: Rest
  /** An unclaimed lead that the broker may capture. */
  readonly target: RestLead
  readonly device: Device
  readonly context: BrowserContext
  /** Signed in and ready to go offline. */
  readonly app: App
}

/** The broker `corretor` on a new device that reaches the server by `url`, for example through a proxy. */
export async function brokerWithLead(
  server: { readonly url: string },
  newDevice: NewDevice,
  url: string = server.url,
): Promise<BrokerWithLead> {
  const rest = await Rest.signIn(server.url, 'corretor')
  const target = await capturable(rest)
  const device = await newDevice('corretor')
  const context = await device.open()
  const app = await App.signedIn(context, url, 'corretor')
  return { rest, target, device, context, app }
}
