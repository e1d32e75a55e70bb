/** Made people and companies of the demo, as its seed makes them (server/demo). */

export const DEALERSHIP = 'Franco Fiat Belo Horizonte'
