/**
 * Saves several rules of lead and broker, one call each. What is saved is never sent again; what has no answer is sent again
 * under its own key. docs/rules.md#sent-again
 */
import { useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { MANAGED } from '../../../contract/administration/catalogues.ts'
import { failureWords, online } from '../../../device/online.ts'
import type { RuleLeads } from '../../../domain/lead/broker-rules.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'

/** A rule that is to be made. */
export interface NewRule extends RuleLeads {
  readonly broker_id: number
}

export type RuleOutcome =
  | { readonly kind: 'saved' }
  /** Refused, or not known: why. */
  | { readonly kind: 'open'; readonly words: string }

export const ruleKey = ({ channel_id, partner_id, insurance_id, broker_id }: NewRule) =>
  [channel_id, partner_id, insurance_id, broker_id].join(' ')

interface NewRules {
  /** By `ruleKey`. */
  readonly outcomes: ReadonlyMap<string, RuleOutcome>
  /** Returns how many are saved now, with those of an earlier try. */
  readonly save: (rules: readonly NewRule[]) => Promise<number>
}

/** Mounted with its dialog: each opening has keys of its own. */
export function useNewRules(): NewRules {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, RuleOutcome>>(new Map())
  const keys = useRef(new Map<string, string>())
  const keyOf = (rule: NewRule) => {
    const key = keys.current.get(ruleKey(rule)) ?? crypto.randomUUID()
    keys.current.set(ruleKey(rule), key)
    return key
  }

  async function send(rule: NewRule): Promise<{ outcome: RuleOutcome; isOffline: boolean }> {
    const key = keyOf(rule)
    const result = await online((token) =>
      call(MANAGED.lead_broker_config.create, { token, key, body: { ...rule, status: 1 } }),
    )
    const words = failureWords(result, 'salvar a regra', 'foi salva')
    if (words === null) return { outcome: { kind: 'saved' }, isOffline: false }
    const [field] =
      result.kind === 'refused' ? Object.values(result.body.errors ?? {}).flatMap((all) => all) : []
    return {
      outcome: { kind: 'open', words: field ?? words },
      isOffline: result.kind === 'unreachable',
    }
  }

  const save = async (rules: readonly NewRule[]) => {
    const known = new Map(outcomes)
    for (const rule of rules) {
      if (known.get(ruleKey(rule))?.kind === 'saved') continue
      const { outcome, isOffline } = await send(rule)
      known.set(ruleKey(rule), outcome)
      setOutcomes(new Map(known))
      // The others would wait as long for nothing.
      if (isOffline) break
    }
    nudgeSync()
    return rules.filter((rule) => known.get(ruleKey(rule))?.kind === 'saved').length
  }
  return { outcomes, save }
}
