/** What an administrator does about protected devices, by REST. */
import { expect } from '@playwright/test'
import { Rest } from './rest.ts'

interface ManagedUser extends Record<string, unknown> {
  readonly id: number
  readonly phone: string
  readonly roles: readonly { readonly id: number }[]
  readonly partners: readonly { readonly id: number }[]
  readonly technical_team: { readonly id: number } | null
}

/** Marks the user: the next sign-in on any device protects it. */
export async function markShared(url: string, userId: number): Promise<void> {
  // Its phone may be written, too.
  const admin = await (await Rest.signIn(url, 'admin')).confirmed()
  const user = (await admin.call('GET', `/users/${userId}`)).body as ManagedUser
  const { status, body } = await admin.call('PUT', `/users/${userId}`, {
    ...user,
    phone: user.phone === '' ? '31988887777' : user.phone,
    role: user.roles[0]?.id,
    partners: user.partners.map(({ id }) => id),
    technical_team_id: user.technical_team?.id ?? null,
    shared_tablet: true,
  })
  if (status !== 200) throw new Error(`PUT /users/${userId}: ${status} ${JSON.stringify(body)}`)
}

interface ListedDevice {
  readonly id: string
  readonly user: { readonly id: number }
  readonly mode: string
  readonly erase: { readonly state: string } | null
}

async function devicesOf(admin: Rest, userId: number): Promise<ListedDevice[]> {
  const { data } = (await admin.call('GET', '/devices')).body as { data: ListedDevice[] }
  return data.filter(({ user }) => user.id === userId)
}

/** How far the orders to erase devices of this user are. */
export async function erasureStates(url: string, userId: number): Promise<string[]> {
  const devices = await devicesOf(await Rest.signIn(url, 'admin'), userId)
  return devices.flatMap(({ erase }) => (erase === null ? [] : [erase.state]))
}

/** Orders all protected devices of the user to be erased. */
export async function orderErasure(url: string, userId: number): Promise<void> {
  const admin = await (await Rest.signIn(url, 'admin')).confirmed()
  const protectedOnes = async () =>
    (await devicesOf(admin, userId)).filter(({ mode }) => mode === 'protected')
  // A device reports its new mode some seconds later.
  await expect.poll(async () => (await protectedOnes()).length, { timeout: 30_000 }).toBeGreaterThan(0)
  for (const { id } of await protectedOnes()) {
    const { status, body } = await admin.call('POST', `/devices/${id}/erase`, { loses_waiting: true })
    if (status !== 200) throw new Error(`erase of ${id}: ${status} ${JSON.stringify(body)}`)
  }
}
