/**
 * What became of a user's second factor, in the words of the audit and of the mail to the user:
 * docs/rules.md#second-factor
 */

export const FACTOR_CHANGES = {
  code_app_on: 'O aplicativo de códigos foi ligado',
  code_app_off: 'O aplicativo de códigos foi desligado',
  passkey_added: 'Uma chave de acesso foi criada',
  passkey_removed: 'Uma chave de acesso foi removida',
  recovery_codes_new: 'Foram criados novos códigos de recuperação',
  recovery_code_used: 'Um código de recuperação foi usado para entrar',
  reset: 'Um administrador removeu o segundo fator',
} as const
export type FactorChange = keyof typeof FACTOR_CHANGES
