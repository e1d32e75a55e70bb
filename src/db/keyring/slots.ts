/**
 * The format of a small file that survives a torn write: two slots, each with a counter and a checksum. A write replaces
 * the older slot first, so that one whole slot exists at any moment. Both then hold the same text: nothing of an earlier
 * state stays in the file.
 */

/** As much of `FileSystemSyncAccessHandle` as is needed. */
export interface SlotFile {
  getSize(): number
  read(buffer: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number
  write(buffer: Uint8Array<ArrayBuffer>, options: { readonly at: number }): number
  truncate(size: number): void
  flush(): void
}

type Readable = Pick<SlotFile, 'read'>

export const SLOT_BYTES = 4096
const MAGIC = 0x46524b31
/** Magic, counter, length of the text; then the checksum of the rest of the slot. */
const HEAD_BYTES = 12
const DIGEST_BYTES = 32
const TEXT_AT = HEAD_BYTES + DIGEST_BYTES
const PLACES = [0, 1] as const

interface Slot {
  readonly counter: number
  readonly text: string
}

/** The checksum covers head and text: a slot of two writes has neither of theirs. */
async function digest(head: Uint8Array<ArrayBuffer>, text: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const both = new Uint8Array(head.length + text.length)
  both.set(head)
  both.set(text, head.length)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', both))
}

async function encoded({ counter, text }: Slot): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > SLOT_BYTES - TEXT_AT) throw new RangeError('The text does not fit into a slot.')
  const slot = new Uint8Array(SLOT_BYTES)
  const head = new DataView(slot.buffer)
  head.setUint32(0, MAGIC)
  head.setUint32(4, counter)
  head.setUint32(8, bytes.length)
  slot.set(bytes, TEXT_AT)
  slot.set(await digest(slot.slice(0, HEAD_BYTES), bytes), HEAD_BYTES)
  return slot
}

/** Returns null for a slot that was never written whole. */
async function decoded(slot: Uint8Array<ArrayBuffer>): Promise<Slot | null> {
  const head = new DataView(slot.buffer)
  const length = head.getUint32(8)
  if (head.getUint32(0) !== MAGIC || length > SLOT_BYTES - TEXT_AT) return null
  const bytes = slot.slice(TEXT_AT, TEXT_AT + length)
  const expected = await digest(slot.slice(0, HEAD_BYTES), bytes)
  if (expected.some((byte, place) => byte !== slot[HEAD_BYTES + place])) return null
  return { counter: head.getUint32(4), text: new TextDecoder().decode(bytes) }
}

async function readSlot(file: Readable, place: number): Promise<Slot | null> {
  const slot = new Uint8Array(SLOT_BYTES)
  const read = file.read(slot, { at: place * SLOT_BYTES })
  return read === SLOT_BYTES ? decoded(slot) : null
}

/** Returns the newest whole slot and its place, or null. */
async function newest(file: Readable): Promise<(Slot & { readonly place: number }) | null> {
  const slots = await Promise.all(PLACES.map((place) => readSlot(file, place)))
  const whole = slots.flatMap((slot, place) => (slot === null ? [] : [{ ...slot, place }]))
  return whole.sort((a, b) => b.counter - a.counter)[0] ?? null
}

/** Returns the text that was last written whole. null: there is none. */
export async function readText(file: Readable): Promise<string | null> {
  return (await newest(file))?.text ?? null
}

function put(file: SlotFile, place: number, slot: Uint8Array<ArrayBuffer>): void {
  if (file.write(slot, { at: place * SLOT_BYTES }) !== slot.length)
    throw new Error('The slot was not written whole.')
  file.flush()
}

/** Writes the text into both slots, the older first. It is durable when this resolves. */
export async function writeText(file: SlotFile, text: string): Promise<void> {
  const last = await newest(file)
  const older = last?.place === 0 ? 1 : 0
  const counter = (last?.counter ?? 0) + 1
  put(file, older, await encoded({ counter, text }))
  put(file, 1 - older, await encoded({ counter: counter + 1, text }))
}

/** Overwrites all of the file in place, so that no byte of it stays on the disk when it is removed. */
export function overwrite(file: SlotFile): void {
  const size = Math.max(file.getSize(), PLACES.length * SLOT_BYTES)
  for (let at = 0; at < size; at += SLOT_BYTES) {
    const noise = crypto.getRandomValues(new Uint8Array(Math.min(SLOT_BYTES, size - at)))
    file.write(noise, { at })
  }
  file.flush()
  file.truncate(0)
  file.flush()
}
