/** Checks a dossier by itself: on a device without a network, and by the command. docs/rules.md#dossier */
import { type Means, type SignatureState, signatureState, type Verdict } from '../signed/signature.ts'
import { anchorHash, anchorSaidOf, anchorSignature, rootBy } from './anchors.ts'
import { type Break, chainBreaks, type PresentEntry, saidOf } from './chain.ts'
import { type Dossier, signedText } from './dossier.ts'

/** 'partly': links that are later than the anchor. 'unsigned': it fits, and the key that is looked for did not sign it. */
export type AnchorState = 'holds' | 'partly' | 'unsigned' | 'wrong' | 'none'

export interface CheckedDossier {
  readonly breaks: readonly Break[]
  readonly signature: SignatureState
  readonly anchor: AnchorState
  readonly verdict: Verdict
}

/** By the key that is known, otherwise by the one in the file. */
async function isSignedAnchor({ anchor, signature }: Dossier, means: Means): Promise<boolean> {
  const key = means.knownKey ?? signature?.key ?? null
  const { hash = '', signature: signed = null } = anchor?.anchor ?? {}
  if (key === null || signed === null) return false
  return means.signatureHolds(key, hash, anchorSignature(signed).value)
}

async function anchorOf(dossier: Dossier, means: Means): Promise<AnchorState> {
  const { anchor, lead, links, head } = dossier
  const { sha } = means
  if (anchor === null) return 'none'
  const { leaf } = anchor
  const root = await rootBy(sha, { leadUid: lead.uid, ...leaf }, anchor.path)
  const holds =
    anchorSaidOf(anchor.anchor)?.root === root &&
    (await anchorHash(sha, anchor.anchor.said)) === anchor.anchor.hash &&
    links[leaf.seq - 1]?.hash === leaf.hash
  if (!holds) return 'wrong'
  if (!(await isSignedAnchor(dossier, means))) return 'unsigned'
  return leaf.seq === head.seq ? 'holds' : 'partly'
}

function verdictOf(
  { breaks, signature, anchor }: Omit<CheckedDossier, 'verdict'>,
  { knownKey }: Means,
): Verdict {
  const isForged =
    signature === 'wrong' || signature === 'other_key' || (signature === 'none' && knownKey !== null)
  if (breaks.length > 0 || isForged || anchor === 'wrong') return 'broken'
  return signature === 'holds' && anchor !== 'unsigned' ? 'holds' : 'unproven'
}

export async function checkedDossier(dossier: Dossier, means: Means): Promise<CheckedDossier> {
  const { lead, links, head } = dossier
  const present = new Map<number, PresentEntry>()
  for (const link of links) {
    const said = saidOf(link)
    if (said !== null && link.content !== null)
      present.set(said.entry, { facts: null, content: link.content })
  }
  const breaks = await chainBreaks(means.sha, { leadUid: lead.uid, links, head }, present)
  const found = {
    breaks,
    signature: await signatureState(dossier.signature, signedText(dossier), means),
    anchor: await anchorOf(dossier, means),
  }
  return { ...found, verdict: verdictOf(found, means) }
}
