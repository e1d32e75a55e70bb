/**
 * What became of a user's second factor, and of the keys of its devices, in the words of the audit, of the bell and of the
 * mail to the user: docs/rules.md#not-me
 */

export const FACTOR_CHANGES = {
  code_app_on: 'O aplicativo de códigos foi ligado',
  code_app_off: 'O aplicativo de códigos foi desligado',
  passkey_added: 'Uma chave de acesso foi criada',
  passkey_removed: 'Uma chave de acesso foi removida',
  recovery_codes_new: 'Foram criados novos códigos de recuperação',
  recovery_code_used: 'Um código de recuperação foi usado para entrar',
  pin_on: 'Um PIN foi criado em um aparelho protegido',
  pin_off: 'O PIN de um aparelho protegido foi removido',
  device_protected: 'Um aparelho foi protegido, com uma chave nova',
  device_unprotected: 'A chave de um aparelho protegido foi removida',
  reset: 'Um administrador removeu o segundo fator',
} as const
export type FactorChange = keyof typeof FACTOR_CHANGES
