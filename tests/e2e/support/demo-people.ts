/** Made people and companies of the demo, as its seed makes them (server/demo). */

/** Of a dealership, so that nothing hangs on the account. */
export const COLLEAGUE = { name: 'Bruna Braga Costa', loginPart: 'bruna' } as const
export const DEALERSHIP = 'Franco Fiat Belo Horizonte'
