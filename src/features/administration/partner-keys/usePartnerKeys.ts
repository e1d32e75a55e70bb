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

const LOST = 'Se a lista tiver uma chave nova que não foi mostrada aqui, encerre-a e crie outra.'

const listOf = (id: number) => online((token) => call(partnerKeysRoute, { token, params: { id } }))

export function usePartnerKeys(id: number) {
  const [keys, setKeys] = useState<readonly PartnerKey[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** The newest first. A key is shown only here. */
  const [made, setMade] = useState<readonly ShownKey[]>([])
  const [busy, setBusy] = useState(false)

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

  /** Returns what the server answered; a refusal stands in the dialog. */
  async function change<Value>(
    what: string,
    ask: (token: string) => Promise<CallResult<Value>>,
  ): Promise<Value | null> {
    setBusy(true)
    const result = await online(ask)
    const words = failureWords(result, what, 'deu certo')
    setProblem(result.kind === 'unreachable' ? `${words} ${LOST}` : words)
    if (result.kind !== 'ok') take(await listOf(id))
    setBusy(false)
    return result.kind === 'ok' ? result.value : null
  }
  const show = (key: MadeKey) => {
    setMade((before) => [{ ...key, copied: false }, ...before])
    setKeys((before) => [{ ...key, revoked_at: null }, ...(before ?? [])])
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
      const key = await change('criar a chave', (token) =>
        call(newPartnerKeyRoute, { token, params: { id }, body: { name } }),
      )
      if (key !== null) show(key)
      return key !== null
    },
    renew: async (key: PartnerKey) => {
      const renewed = await change('renovar a chave', (token) =>
        call(renewPartnerKeyRoute, { token, params: { id: key.id } }),
      )
      if (renewed === null) return
      markEnded(key)
      show(renewed)
    },
    end: async (key: PartnerKey) => {
      const ended = await change('encerrar a chave', (token) =>
        call(endPartnerKeyRoute, { token, params: { id: key.id } }),
      )
      if (ended === null) return
      markEnded(key)
      notify.saved('Chave encerrada')
    },
  }
}
