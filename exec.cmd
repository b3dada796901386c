@rem Windows has no "exec", with which "npm start" puts Node in the place of the shell elsewhere.
@%*
