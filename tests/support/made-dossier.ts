/** Dossiers as a server makes them, signed by a key of the test. */
import { anchorHash, anchorText, pathOf, rootOf } from '../../src/domain/dossier/anchors.ts'
import { commitmentOf, hashAfter, type Link, originOf, type Said } from '../../src/domain/dossier/chain.ts'
import { type Dossier, type DossierBody, signedText } from '../../src/domain/dossier/dossier.ts'
import { type PublicKey, publicKeySchema } from '../../src/domain/signed/signature.ts'

export async function sha(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface GivenLink extends Pick<Said, 'entry' | 'kind'> {
  readonly command?: string
  readonly cause?: Said['cause']
  /** null: its seal can't be opened any more. */
  readonly content: object | null
}

const AT = '2026-11-18T12:00:00.000000Z'
const LEAD = '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091'

export async function linksOf(given: readonly GivenLink[], leadUid = LEAD): Promise<DossierBody['links']> {
  const links: DossierBody['links'] = []
  let before = await originOf(sha, leadUid)
  for (const [at, { entry, kind, command = 'lead.update', cause = null, content }] of given.entries()) {
    const said = JSON.stringify({
      entry,
      command,
      user: 2,
      device: null,
      occurred_at: AT,
      received_at: AT,
      kind,
      cause,
      at: AT,
    } satisfies Said)
    const text = content === null ? null : JSON.stringify(content)
    const salt = text === null ? null : crypto.randomUUID()
    const commitment = await commitmentOf(sha, salt, text)
    before = await hashAfter(sha, before, { said, commitment })
    links.push({ seq: at + 1, said, salt, commitment, hash: before, content: text })
  }
  return links
}

export const headOf = (links: readonly Link[]) => ({ seq: links.length, hash: links.at(-1)?.hash ?? '' })

export interface Key {
  readonly publicKey: PublicKey
  readonly sign: (text: string) => Promise<string>
}

export async function aKey(): Promise<Key> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    publicKey: publicKeySchema.parse({ kty, crv, x, y }),
    sign: async (text) => {
      const bytes = await crypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        pair.privateKey,
        new TextEncoder().encode(text),
      )
      return btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    },
  }
}

export async function aDossier(given: readonly GivenLink[], key: Key): Promise<Dossier> {
  const links = await linksOf(given)
  const head = headOf(links)
  const leaves = [
    { leadUid: LEAD, ...head },
    { leadUid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8092', seq: 1, hash: 'b'.repeat(64) },
    { leadUid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8093', seq: 2, hash: 'c'.repeat(64) },
  ]
  const said = anchorText({
    n: 1,
    at: '2026-11-19T03:10:00.000Z',
    before: '',
    root: await rootOf(sha, leaves),
    heads: 3,
    restored: false,
  })
  const hash = await anchorHash(sha, said)
  const body: DossierBody = {
    format: 'farol-dossie',
    version: 1,
    brokerage: 'Corretora do Teste',
    lead: { uid: LEAD, id: 17 },
    made_at: '2026-11-20T12:00:00.000Z',
    made_by: { id: 1, name: 'Ana Martins' },
    names: { users: [{ id: 2, name: 'Bruna Dias' }], channels: [], insurances: [], partners: [] },
    links,
    head,
    anchor: {
      anchor: { n: 1, said, hash, signature: `chave.${await key.sign(hash)}` },
      leaf: head,
      path: (await pathOf(sha, leaves, LEAD)) ?? [],
    },
  }
  return { ...body, signature: { key: key.publicKey, value: await key.sign(signedText(body)) } }
}

/** As a browser checks a signature. */
export async function signatureHolds(key: PublicKey, text: string, signature: string): Promise<boolean> {
  try {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
    const open = await crypto.subtle.importKey('jwk', { ...key }, algorithm, false, ['verify'])
    const bytes = Uint8Array.from(atob(signature.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
      byte.charCodeAt(0),
    )
    const hashed = { name: 'ECDSA', hash: 'SHA-256' }
    return await crypto.subtle.verify(hashed, open, bytes, new TextEncoder().encode(text))
  } catch {
    // No point of the curve, or no Base64.
    return false
  }
}
