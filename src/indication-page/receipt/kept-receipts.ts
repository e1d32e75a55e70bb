/**
 * What receipts said when they were last read, so that a phone without a network still shows it. By code, in local storage; in
 * the memory of the page alone on a device that somebody protected. docs/rules.md#receipt
 */
import * as z from 'zod/mini'
import { readReceiptCode } from '../../domain/indication/receipt-code.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import { parsed, stored } from '../local-store.ts'
import { isMemoryOnly } from '../memory-only.ts'
import { type Receipt, receiptSchema } from './receipt-call.ts'

const PREFIX = 'farol_recibo_'
const KEPT_DAYS = 90

const keptSchema = z.object({ receipt: receiptSchema, savedAt: z.number() })
const memory = new Map<string, Receipt>()

export interface KeptReceipt {
  readonly code: string
  readonly receipt: Receipt
}

/** Returns the receipts of this device, the last read first. Deletes what nobody has read for ninety days. */
export function keptReceipts(nowMs: number): readonly KeptReceipt[] {
  if (!isMemoryOnly()) return onDisk(nowMs)
  // Read before the device was protected: it leaves the disk.
  for (const { code, receipt } of onDisk(nowMs)) {
    dropReceipt(code)
    memory.set(code, receipt)
  }
  return [...memory].map(([code, receipt]) => ({ code, receipt }))
}

function onDisk(nowMs: number): readonly KeptReceipt[] {
  const found = stored((store) =>
    Object.keys(store)
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => {
        const code = readReceiptCode(key.slice(PREFIX.length))
        const kept = keptSchema.safeParse(parsed(store.getItem(key))).data
        if (code !== null && kept !== undefined && nowMs - kept.savedAt <= KEPT_DAYS * DAY_MS)
          return [{ code, ...kept }]
        store.removeItem(key)
        return []
      }),
  )
  return (found ?? []).toSorted((one, other) => other.savedAt - one.savedAt)
}

/** Null: this device has not read it. */
export const keptReceipt = (code: string, nowMs: number): Receipt | null =>
  keptReceipts(nowMs).find((kept) => kept.code === code)?.receipt ?? null

export function keepReceipt(code: string, receipt: Receipt, nowMs: number): void {
  if (isMemoryOnly()) memory.set(code, receipt)
  else stored((store) => store.setItem(PREFIX + code, JSON.stringify({ receipt, savedAt: nowMs })))
}

/** The server took it, perhaps while nobody looked: its sender still finds it on this device. */
export function keepSent(code: string, label: string, nowMs: number): void {
  const at = new Date(nowMs).toISOString()
  const steps: Receipt['steps'] = [{ step: 'received', at, text: 'Recebida' }]
  keepReceipt(code, { name: label, steps, as_of: at, brokerage: { name: null, logo: null } }, nowMs)
}

export function dropReceipt(code: string): void {
  memory.delete(code)
  stored((store) => store.removeItem(PREFIX + code))
}
