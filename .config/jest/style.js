module.exports = { __esModule: true, default: '', uri: undefined };
