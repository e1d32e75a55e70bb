/** A dealership's keys and what is done with them. After any failure the list is read anew: a lost answer may have made one. */
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/call-result.ts'
import {
  endPartnerKeyRoute,
  type MadeKey,
  newPartnerKeyRoute,
  type PartnerKey,
  partnerKeysRoute,
  renewPartnerKeyRoute,
} from '../../../contract/administration/partner-keys.ts'
import { failureWords, online } from '../../../device/online.ts'
import { notify } from '../../../ui/notify.ts'

export interface ShownKey extends MadeKey {
  readonly copied: boolean
}

/** What to do after a lost answer, by what was asked for. */
const LOST = {
  create: 'Crie de novo com o mesmo nome: se a chave já existir, ela é mostrada aqui.',
  renew: 'Se a lista tiver uma chave nova que não foi mostrada aqui, encerre-a e crie outra.',
  end: '',
} as const
const OTHER_NAME =
  'A chave que você pediu antes já existe, com outro nome. Se não for usar, encerre-a na lista.'

const listOf = (id: number) => online((token) => call(partnerKeysRoute, { token, params: { id } }))

export function usePartnerKeys(id: number) {
  const [keys, setKeys] = useState<readonly PartnerKey[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** The newest first. A key is shown only here. */
  const [made, setMade] = useState<readonly ShownKey[]>([])
  const [busy, setBusy] = useState(false)
  /** Identifies the next key to be made, so that a repeated attempt after a lost answer makes no second key. */
  const [creation, setCreation] = useState(() => crypto.randomUUID())
  /** Identifies this renewal in the address of the call, so that a repeated call renews the key only once. */
  const [renewal] = useState(() => crypto.randomUUID())

  /** Returns why there is no newer list, or null. */
  const take = useCallback((result: CallResult<PartnerKey[]>) => {
    if (result.kind === 'ok') {
      setKeys(result.value)
      const inForce = new Set(result.value.filter((key) => key.revoked_at === null).map((key) => key.id))
      setMade((before) => before.filter((key) => inForce.has(key.id)))
    }
    return failureWords(result, 'ver as chaves')
  }, [])
  useEffect(() => {
    let gone = false
    void listOf(id).then((result) => {
      if (!gone) setProblem(take(result))
    })
    return () => {
      gone = true
    }
  }, [id, take])

  /** Returns the result. The dialog shows a failure. */
  async function change<Value>(
    [what, lost]: readonly [what: string, lost: keyof typeof LOST],
    ask: (token: string) => Promise<CallResult<Value>>,
  ): Promise<CallResult<Value>> {
    setBusy(true)
    const result = await online(ask)
    const words = failureWords(result, what, 'deu certo')
    setProblem(result.kind === 'unreachable' ? `${words} ${LOST[lost]}`.trim() : words)
    if (result.kind !== 'ok') take(await listOf(id))
    setBusy(false)
    return result
  }
  const show = (key: MadeKey) => {
    setMade((before) => [{ ...key, copied: false }, ...before])
    // A key whose first answer was lost is in the list already.
    setKeys((before) => [{ ...key, revoked_at: null }, ...(before ?? []).filter((one) => one.id !== key.id)])
  }
  const markEnded = (key: PartnerKey) => {
    setMade((before) => before.filter((one) => one.id !== key.id))
    setKeys(
      (before) =>
        before?.map((one) => (one.id === key.id ? { ...one, revoked_at: new Date().toISOString() } : one)) ??
        null,
    )
  }
  return {
    keys,
    problem,
    made,
    busy,
    reload: async () => setProblem(take(await listOf(id))),
    markCopied: (key: string) =>
      setMade((before) => before.map((one) => (one.id === key ? { ...one, copied: true } : one))),
    /** Returns whether the key was made. */
    create: async (name: string) => {
      const result = await change(['criar a chave', 'create'], (token) =>
        call(newPartnerKeyRoute, { token, key: creation, params: { id }, body: { name } }),
      )
      const isOther = result.kind === 'refused' && result.body.made !== undefined
      if (isOther) setProblem(OTHER_NAME)
      // A conflict is about the key that an earlier attempt made: the next attempt makes another.
      const isConflict = result.kind === 'refused' && result.body.code === 'conflict'
      if (result.kind === 'ok' || isConflict) setCreation(crypto.randomUUID())
      if (result.kind !== 'ok') return false
      show(result.value)
      return true
    },
    renew: async (key: PartnerKey) => {
      const result = await change(['renovar a chave', 'renew'], (token) =>
        call(renewPartnerKeyRoute, { token, key: renewal, params: { id: key.id } }),
      )
      if (result.kind !== 'ok') return
      markEnded(key)
      show(result.value)
    },
    end: async (key: PartnerKey) => {
      const result = await change(['encerrar a chave', 'end'], (token) =>
        call(endPartnerKeyRoute, { token, params: { id: key.id } }),
      )
      if (result.kind !== 'ok') return
      markEnded(key)
      notify.saved('Chave encerrada')
    },
  }
}
