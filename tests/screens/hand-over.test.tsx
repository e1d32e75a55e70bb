/** 'Na mão': a lead goes from one device to another by the screen of the one and the camera of the other. docs/rules.md#hand-over */

import { decodeQR } from 'qr/decode.js'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { commands } from '../../src/commands/registry.ts'
import { type Certificate, linesOf, type Statement } from '../../src/contract/hand-over.ts'
import { toText } from '../../src/db/bytes/base64url.ts'
import { wholeQueue } from '../../src/db/outbox/queue-order.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { type HandOverKeys, handOverKeys, keepHandOverKeys } from '../../src/db/session/hand-over-keys.ts'
import { packed } from '../../src/device/hand-over/packed.ts'
import { newSigningKey, signedBy } from '../../src/device/hand-over/signing.ts'
import { codesOf } from '../../src/domain/hand-over/parts.ts'
import { certificateEnd, periodsOf } from '../../src/domain/hand-over/rules.ts'
import { emptyLeadFields } from '../../src/domain/lead/creation.ts'
import { clientFields } from '../sync/support/world.ts'
import { type MountedApp, type Opening, openApp } from './support/app.tsx'
import { aCamera, drawn, noCamera } from './support/camera.ts'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { pushed } from './support/pushed.ts'

const LEAD = '00000000-0000-7000-8000-000000000001'
const CLIENT = '00000000-0000-7000-9000-000000000001'

interface Brokerage {
  readonly authority: Awaited<ReturnType<typeof newSigningKey>>
  readonly seal: string
  readonly open: string
}

async function aBrokerage(): Promise<Brokerage> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return { authority: await newSigningKey(), seal: toText(point.subarray(1)), open: d }
}

/** The keys that a device of the brokerage gets at this time. */
async function keysFor(
  { authority, seal, open }: Brokerage,
  name: string,
  nowMs: number,
): Promise<HandOverKeys> {
  const { own, publicKey } = await newSigningKey()
  const content: Certificate = {
    user_id: 77,
    name,
    device_id: 'aparelho-1',
    session_id: 'sessao-1',
    from: new Date(nowMs).toISOString(),
    until: new Date(certificateEnd(nowMs)).toISOString(),
    key: publicKey,
  }
  const certificate = JSON.stringify(content)
  return {
    own,
    publicKey,
    certificate,
    certified: await signedBy(authority.own, certificate),
    authority: authority.publicKey,
    ring: periodsOf(nowMs).map((period) => ({ period, seal, open })),
    session: 'marca-1',
    renewedAt: nowMs,
  }
}

const opens = async (path: string, house: Brokerage, opening: Opening = {}): Promise<MountedApp> => {
  const app = await openApp(path, opening)
  await keepHandOverKeys(app.db, await keysFor(house, app.user.name, app.now()))
  return app
}

const argsAt = (nowMs: number, details = '') => ({
  lead_uid: LEAD,
  client_uid: CLIENT,
  lead: {
    ...emptyLeadFields({ id: 5 }, new Date(nowMs).toISOString()),
    channel_id: 8,
    insurance_id: 4,
    partner_id: 24,
    product: 'Casa',
    additional_information: details,
  },
  client: clientFields({ name: 'Zenaide Prates', cpf: '52998224725' }),
})

/** A new lead waits on the device, which has no network. */
async function aWaitingLead(app: MountedApp): Promise<void> {
  cutNetwork(app.peer)
  expect(await runCommand(app.db, 'lead.create', argsAt(app.now()))).toMatchObject({ kind: 'queued' })
}

interface Shown {
  readonly statement: Statement
  readonly codes: readonly string[]
}

/** What another device of the brokerage hands over. */
async function handedBy(house: Brokerage, nowMs: number, details = ''): Promise<Shown> {
  const keys = await keysFor(house, 'Rita Alves', nowMs)
  const [ringKey] = keys.ring
  if (ringKey === undefined) throw new Error('the ring is empty')
  const at = new Date(nowMs).toISOString()
  const statement: Statement = {
    key: crypto.randomUUID(),
    command: 'lead.create',
    schema_version: commands['lead.create'].version,
    args: argsAt(nowMs, details),
    base: {},
    occurred_at: at,
    handed_at: at,
  }
  const text = JSON.stringify(statement)
  const lines = linesOf({ ...keys, signature: await signedBy(keys.own, text), statement: text })
  return { statement, codes: codesOf(await packed(lines, ringKey), 7) ?? [] }
}

const shownBy = async (...asked: Parameters<typeof handedBy>) => (await handedBy(...asked)).codes

const dialog = (name: string) => page.getByRole('dialog', { name })
const picture = page.getByRole('img', { name: 'Código de Zenaide Prates para outro aparelho' })

/** What a camera reads of the picture on the screen. */
async function readFromScreen(): Promise<string> {
  const svg = new XMLSerializer().serializeToString(picture.element())
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  image.width = 800
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = 800
  canvas.height = 800
  const ground = canvas.getContext('2d')
  if (ground === null) throw new Error('the browser draws nothing')
  ground.drawImage(image, 0, 0, 800, 800)
  return decodeQR(ground.getImageData(0, 0, 800, 800))
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('list and code are in order, and the code is one that a camera reads', async () => {
    const app = await opens('/na-mao', await aBrokerage(), { ...look, role: 2 })
    await expect.element(page.getByText(/Nenhum lead cadastrado por você espera/)).toBeVisible()
    await aWaitingLead(app)
    await expect.element(page.getByText('Zenaide Prates')).toBeVisible()
    await isInOrder('/na-mao')
    if (look.width !== 'desk') await hasTargetsForThumbs('/na-mao')
    await userEvent.click(page.getByRole('button', { name: 'Entregar Zenaide Prates na mão' }))
    await expect.element(picture).toBeVisible()
    await expect.element(page.getByRole('timer')).toMatchTextContent(/Vale por (10:00|9:\d\d)/)
    await isInOrder('/na-mao?entregar')
    expect(await readFromScreen()).toMatch(/^FAROL:/)
    const { width, left } = picture.element().getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(width).toBeGreaterThan(300)
  })
})

test('a code is shown until the lead is sent, and Back closes it', async () => {
  const app = await opens('/na-mao', await aBrokerage(), { role: 2 })
  await aWaitingLead(app)
  await userEvent.click(page.getByRole('button', { name: 'Entregar Zenaide Prates na mão' }))
  await expect.element(picture).toBeVisible()
  restoreNetwork(app.peer)
  await expect.element(page.getByText('Este lead já foi enviado. Não precisa mais entregar.')).toBeVisible()
  await userEvent.click(dialog('Entregar na mão').getByRole('button', { name: 'Pronto' }))
  await expect.element(dialog('Entregar na mão')).not.toBeInTheDocument()
  expect(location.search).toBe('')
})

test('a device without keys says what to do', async () => {
  const app = await openApp('/na-mao', { role: 2 })
  await aWaitingLead(app)
  expect(await handOverKeys(app.db)).toBeNull()
  await userEvent.click(page.getByRole('button', { name: 'Entregar Zenaide Prates na mão' }))
  await expect.element(page.getByText(/ainda não tem as chaves/)).toBeVisible()
})

test('who attends no leads hands over, and does not receive', async () => {
  await opens('/na-mao?receber=true', await aBrokerage(), { role: 4 })
  await expect.element(page.getByRole('heading', { name: 'Entregar a outro aparelho' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Receber' })).not.toBeInTheDocument()
  await expect.element(dialog('Receber na mão')).not.toBeInTheDocument()
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the camera reads, the user sees who it is and takes it, and the network sends it', async () => {
    const house = await aBrokerage()
    const reader = await opens('/na-mao', house, { ...look, role: 3 })
    const { statement, codes } = await handedBy(house, reader.now())
    const [code = ''] = codes
    reader.peer.server.opened = () => statement
    cutNetwork(reader.peer)
    const hold = aCamera()
    await userEvent.click(page.getByRole('button', { name: 'Receber', exact: true }))
    const receiving = dialog('Receber na mão')
    await expect.element(receiving.getByLabelText('Imagem da câmera')).toBeVisible()
    await isInOrder('/na-mao?receber')
    hold('https://exemplo.com.br')
    await expect.element(receiving.getByText('Este código não é de um lead do Farol.')).toBeVisible()
    hold(code)
    await expect.element(receiving.getByText('Zenaide Prates')).toBeVisible()
    await expect.element(receiving.getByText('Rita Alves')).toBeVisible()
    await expect.element(receiving.getByText('(11) 91234-5678')).toBeVisible()
    await isInOrder('/na-mao: lido')
    expect(await wholeQueue(reader.db)).toEqual([])
    await userEvent.click(receiving.getByRole('button', { name: 'Receber', exact: true }))
    await expect.element(receiving.getByText('Zenaide Prates está neste aparelho')).toBeVisible()
    await isInOrder('/na-mao: recebido')
    expect(await wholeQueue(reader.db)).toMatchObject([{ entityUid: LEAD, handed: expect.any(String) }])
    restoreNetwork(reader.peer)
    await expect.poll(() => pushed(reader.peer)).toMatchObject([{ handed: expect.any(String) }])
    await expect.poll(() => wholeQueue(reader.db)).toEqual([])
  })
})

test('what was received and waits is said in words, in Na mão and in the queue', async () => {
  const house = await aBrokerage()
  const reader = await opens('/na-mao', house, { role: 3 })
  const [code = ''] = await shownBy(house, reader.now())
  cutNetwork(reader.peer)
  const hold = aCamera()
  await userEvent.click(page.getByRole('button', { name: 'Receber', exact: true }))
  const receiving = dialog('Receber na mão')
  hold(code)
  await expect.element(receiving.getByText('Zenaide Prates')).toBeVisible()
  await userEvent.click(receiving.getByRole('button', { name: 'Receber', exact: true }))
  await expect.element(receiving.getByText('Zenaide Prates está neste aparelho')).toBeVisible()
  await userEvent.click(receiving.getByRole('button', { name: 'Pronto' }))
  const received = page.getByRole('list', { name: 'Recebidos que esperam' })
  await expect.element(received).toMatchTextContent(/Zenaide Prates/)
  await expect.element(page.getByText(/^Nenhum lead cadastrado por você espera/)).toBeVisible()
  await isInOrder('/na-mao: espera')
  await userEvent.click(page.getByRole('link', { name: 'Ver a fila de envio' }))
  await expect.element(page.getByText('Recebido na mão: vai em nome de quem cadastrou o lead.')).toBeVisible()
  await isInOrder('/sincronizacao: recebido')
})

test('a camera goes on after a picture that can’t be read, and ends where none can', async () => {
  const house = await aBrokerage()
  let failures = 2
  let texts: readonly string[] = []
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      async detect() {
        if (failures-- > 0) throw new DOMException('the picture is gone', 'InvalidStateError')
        return texts.map((rawValue) => ({ rawValue }))
      }
    },
  )
  aCamera()
  const reader = await opens('/na-mao?receber=true', house, { role: 3 })
  const receiving = dialog('Receber na mão')
  await expect.element(receiving.getByLabelText('Imagem da câmera')).toBeVisible()
  texts = await shownBy(house, reader.now())
  await expect.element(receiving.getByText('Zenaide Prates')).toBeVisible()
  failures = Infinity
  await userEvent.click(receiving.getByRole('button', { name: 'Não receber' }))
  const image = receiving.getByLabelText('Imagem da câmera')
  await expect.element(image).toBeVisible()
  const stream = image.element()
  if (!(stream instanceof HTMLVideoElement) || !(stream.srcObject instanceof MediaStream))
    throw new Error('the camera is not on')
  const tracks = stream.srcObject.getTracks()
  await expect.element(receiving.getByText(/não tem câmera/), { timeout: 10_000 }).toBeVisible()
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended'])
  vi.unstubAllGlobals()
})

test('a long lead has several codes, and a camera reads them in any order', async () => {
  const house = await aBrokerage()
  const noise = toText(crypto.getRandomValues(new Uint8Array(900)))
  const hold = aCamera()
  const reader = await opens('/na-mao?receber=true', house, { role: 3 })
  const codes = await shownBy(house, reader.now(), noise)
  expect(codes.length).toBeGreaterThan(1)
  for (const code of codes.toReversed()) {
    hold(code)
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  await expect.element(dialog('Receber na mão').getByText('Zenaide Prates')).toBeVisible()
})

test.each([
  ['NotAllowedError', /não deixa o Farol usar a câmera/, /^Permita a câmera/],
  ['NotFoundError', /não tem câmera/, /^Tire ou receba uma foto do código/],
] as const)('without a camera (%s) a photo of the code does', async (name, words, step) => {
  const house = await aBrokerage()
  noCamera(name)
  const reader = await opens('/na-mao?receber=true', house, { role: 3 })
  const [code = ''] = await shownBy(house, reader.now())
  const receiving = dialog('Receber na mão')
  await expect.element(receiving.getByText(words)).toBeVisible()
  await expect.element(receiving.getByText(step)).toBeVisible()
  await expect.element(receiving.getByText(/Aponte/)).not.toBeInTheDocument()
  await isInOrder('/na-mao: sem câmera')
  const choose = async (text: string) => {
    const canvas = document.createElement('canvas')
    canvas.width = 1280
    canvas.height = 720
    drawn(text, canvas)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    if (blob === null) throw new Error('no picture')
    const field = document.querySelector<HTMLInputElement>('input[type="file"]')
    if (field === null) throw new Error('no field')
    await userEvent.upload(field, new File([blob], 'foto.png', { type: 'image/png' }))
  }
  await choose('')
  await expect.element(receiving.getByText(/Não há um código do Farol nesta foto/)).toBeVisible()
  await choose(code)
  await expect.element(receiving.getByText('Zenaide Prates')).toBeVisible()
})

test('a code of another brokerage says nothing of the person', async () => {
  const hold = aCamera()
  const reader = await opens('/na-mao?receber=true', await aBrokerage(), { role: 3 })
  const [code = ''] = await shownBy(await aBrokerage(), reader.now())
  hold(code)
  const receiving = dialog('Receber na mão')
  await expect.element(receiving.getByText(/não é de um aparelho da sua corretora/)).toBeVisible()
  await expect.element(receiving.getByText('Zenaide Prates')).not.toBeInTheDocument()
  // Held on, it would be read again at once.
  hold('')
  await userEvent.click(receiving.getByRole('button', { name: 'Ler outro código' }))
  await expect.element(receiving.getByLabelText('Imagem da câmera')).toBeInTheDocument()
})
