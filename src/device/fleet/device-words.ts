/** What lists say of a device: docs/rules.md#devices */
import type { DeviceEntry } from '../../contract/devices.ts'
import { waitingCount, waitingParts } from '../../domain/session/device.ts'
import { ageInWords } from '../../domain/time/sao-paulo.ts'
import { storageSize } from '../storage-state.ts'

export const deviceName = ({ device_name }: Pick<DeviceEntry, 'device_name'>) =>
  device_name ?? 'Navegador desconhecido'

const UNKNOWN = 'Não informa'

export const MODE_WORDS: Readonly<Record<DeviceEntry['mode'], string>> = {
  personal: 'Pessoal',
  protected: 'Protegido',
}

/** 'App instalado', 'No navegador'. */
export function openedAs({ installed }: DeviceEntry): string {
  if (installed === null) return UNKNOWN
  return installed ? 'App instalado' : 'No navegador'
}

/** 'Nada esperando', '3 alterações e 1 documento, há 2 dias'. */
export function waitingWords(device: DeviceEntry, nowMs: number): string {
  const { waiting_changes: changes, waiting_since: since } = device
  if (changes === null) return UNKNOWN
  if (waitingCount(device) === 0) return 'Nada esperando'
  const age = since === null ? '' : `, ${ageInWords(Date.parse(since), nowMs)}`
  return waitingParts(device) + age
}

/** '48,2 MB, garantido'. */
export function storageWords({ storage_used: used, storage_persistent: persistent }: DeviceEntry): string {
  if (used === null) return UNKNOWN
  const size = storageSize(used)
  if (persistent === null) return size
  return persistent ? `${size}, garantido` : `${size}, não garantido`
}

export function noticesWords({ notices }: DeviceEntry): string {
  if (notices === null) return UNKNOWN
  return notices ? 'Ligados' : 'Desligados'
}

/** Of an erasure. The device alone knows when its data are gone. */
export function eraseWords({ erase }: DeviceEntry, nowMs: number): string | null {
  if (erase === null) return null
  const since = (at: string) => ageInWords(Date.parse(at), nowMs)
  if (erase.confirmed_at !== null) return `Apagado ${since(erase.confirmed_at)}`
  if (erase.received_at !== null) return `Apagando: pedido recebido ${since(erase.received_at)}`
  return `Pedido para apagar feito ${since(erase.requested_at)}, ainda não recebido`
}
