/** Made by the build (cli/packaging/dashboard.ts). */
declare module 'virtual:operation-ways' {
  const ways: import('../../../../shared/api/caller.ts').Knowledge['ways'];
  export default ways;
}
