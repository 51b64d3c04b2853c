/**
 * Loaded into every thread of the server before anything else. Function threads
 * have the deployment's variables, so functions see the time that a test has
 * set.
 */
const realNow = Date.now.bind(Date);

Date.now = () => {
  const setByTest = process.env.TEST_NOW_MS;
  return setByTest === undefined ? realNow() : Number(setByTest);
};
